// Endpoints of an artist's papers: what is made for them and never changed.

import { z } from 'zod'
import { lastPapersPage, paperKinds, papersSearchFields } from '#rules/papers/papers.ts'
import { statementLineKinds } from '#rules/papers/statement-lines.ts'
import { monthPattern } from '#rules/sales/sale-months.ts'
import { endpoint } from './endpoint.ts'
import { pageField, pageOf, readBy } from './lists.ts'

const monthSchema = z.string().regex(monthPattern)

const paperSchema = z.object({
  kind: z.enum(paperKinds),
  /** What its page is called by: of a VAT invoice or credit note the number. */
  id: z.string(),
  /** As it stands on the paper: each kind is numbered without gaps. */
  number: z.string(),
  /** The month that it is for, or the year: '2026-11', '2026'. */
  period: z.string(),
  madeAt: z.iso.datetime(),
  /** The balance with which a statement closes, below zero if the artist owes it; the total of an invoice. */
  pence: z.int().nullable(),
  /** What of an invoice is VAT. */
  vatPence: z.int().nullable(),
})
export type Paper = z.infer<typeof paperSchema>

const chosen = {
  kind: readBy(papersSearchFields.kind, z.enum(paperKinds).optional()),
  page: pageField(papersSearchFields.page, lastPapersPage),
}

const papers = pageOf({
  papers: z.array(paperSchema),
  /** Those of which there are any, whatever is chosen. */
  kinds: z.array(z.enum(paperKinds)),
})
export type PaperList = z.infer<typeof papers>

export const listPapers = endpoint('GET /api/artist/papers', {
  by: 'artist',
  isOpenToBanned: true,
  summary: "A page of the caller's papers, the newest first.",
  input: z.object(chosen),
  output: papers,
})

export const listPapersOfUser = endpoint('GET /api/proxy/admin/users/{id}/papers', {
  by: 'admin',
  summary:
    'A page of the papers of one artist, the newest first, also after the account was deleted.',
  input: z.object({ ...chosen, id: z.guid() }),
  output: papers,
})

/** What is owed to the artist, and what the artist owes. */
const balance = { owedPence: z.int(), owingPence: z.int() }

const statementSchema = z.object({
  id: z.uuid(),
  number: z.int(),
  month: monthSchema,
  /** Both as they were called when it was made. */
  artistName: z.string(),
  seller: z.object({
    name: z.string(),
    address: z.array(z.string()),
    vatNumber: z.string().nullable(),
  }),
  madeAt: z.iso.datetime(),
  opening: z.object(balance),
  closing: z.object(balance),
  /** What has changed it, by kind. */
  sums: z.array(z.object({ kind: z.enum(statementLineKinds), lines: z.int(), ...balance })),
  /** The first of them; `lineCount` is the number of all. */
  lines: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(statementLineKinds),
      titles: z.array(z.string()),
      /** The provider's id, or what names a payment in another way. */
      reference: z.string().nullable(),
      bookedAt: z.iso.datetime(),
      /** At the card provider. */
      occurredAt: z.iso.datetime(),
      /** The number of the artist's earlier statement that it belongs to. */
      correctsNumber: z.int().nullable(),
      ...balance,
    }),
  ),
  lineCount: z.int(),
  /** From the account at the card provider to the artist's bank, and back. They are no part of the balance. */
  bankPayouts: z.array(
    z.object({
      id: z.string(),
      isReturn: z.boolean(),
      pence: z.int(),
      occurredAt: z.iso.datetime(),
    }),
  ),
  /** The later statements that name this one. */
  correctedBy: z.array(z.object({ id: z.uuid(), number: z.int(), month: monthSchema })),
})
export type Statement = z.infer<typeof statementSchema>

export const getStatement = endpoint('GET /api/statements/{id}', {
  by: ['artist', 'admin'],
  isOpenToBanned: true,
  summary: 'A monthly statement, for its artist and for admins.',
  refusals: ['not_found'],
  input: z.object({ id: z.uuid() }),
  output: statementSchema,
})

export const downloadStatement = endpoint('GET /api/statements/{id}/csv', {
  by: ['artist', 'admin'],
  isOpenToBanned: true,
  summary: 'A monthly statement with all of its lines as a CSV file.',
  produces: 'text/csv',
  refusals: ['not_found'],
  input: z.object({ id: z.uuid() }),
  output: z.unknown(),
})
