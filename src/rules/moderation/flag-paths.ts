import { pageRoutes } from '../page-paths.ts'
import type { FlagSubjectKind } from './flag-limits.ts'

/** The form that reports something, for visitors without scripts: others open a dialog. */
export function reportPath(kind: FlagSubjectKind, id: string): string {
  return pageRoutes.report.replace(':kind', kind).replace(':id', id)
}
