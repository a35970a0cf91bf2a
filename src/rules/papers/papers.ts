// An artist's papers: what is made for them and never changed, in one list.

import { pageRoutes } from '../page-paths.ts'
import { monthName } from '../sales/sale-months.ts'

export const paperKinds = ['statement'] as const
export type PaperKind = (typeof paperKinds)[number]

export const paperKindNames: Record<PaperKind, string> = {
  statement: 'Monthly statement',
}

export const artistPapersPath = pageRoutes.artistPapers

const paperRoutes: Record<PaperKind, string> = { statement: pageRoutes.statement }

export function paperPath({ kind, id }: { kind: PaperKind; id: string }): string {
  return paperRoutes[kind].replace(':id', id)
}

export function statementFilePath(id: string): string {
  return `/api/statements/${id}/csv`
}

/** 'Statement 12, November 2026' */
export function statementTitle({ number, month }: { number: number; month: string }): string {
  return `Statement ${number}, ${monthName(month)}`
}
