// Endpoints of an artist's papers: what is made for them and never changed.

import { z } from 'zod'
import { paperKinds } from '#rules/papers/papers.ts'
import { statementLineKinds } from '#rules/papers/statement-lines.ts'
import { monthPattern } from '#rules/sales/sale-months.ts'
import { endpoint } from './endpoint.ts'

const monthSchema = z.string().regex(monthPattern)

const paperSchema = z.object({
  kind: z.enum(paperKinds),
  id: z.uuid(),
  /** Of its kind and artist, without gaps. */
  number: z.int(),
  month: monthSchema,
  madeAt: z.iso.datetime(),
  /** The balance with which a statement closes; negative: the artist owes it. */
  pence: z.int(),
})
export type Paper = z.infer<typeof paperSchema>

const papers = z.object({ papers: z.array(paperSchema) })

export const listPapers = endpoint('GET /api/artist/papers', {
  by: 'artist',
  summary: "The caller's papers, the newest first.",
  input: z.object({}),
  output: papers,
})

export const listPapersOfUser = endpoint('GET /api/proxy/admin/users/{id}/papers', {
  by: 'admin',
  summary: 'The papers of one artist, the newest first, also after the account was deleted.',
  input: z.object({ id: z.guid() }),
  output: papers,
})

/** What is owed to the artist, and what the artist owes. */
const balance = { owedPence: z.int(), owingPence: z.int() }

const statementSchema = z.object({
  id: z.uuid(),
  number: z.int(),
  month: monthSchema,
  /** When it was made. */
  artistName: z.string(),
  /** As configured by the operator. */
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
  summary: 'A monthly statement, for its artist and for admins.',
  refusals: ['not_found'],
  input: z.object({ id: z.uuid() }),
  output: statementSchema,
})

export const downloadStatement = endpoint('GET /api/statements/{id}/csv', {
  by: ['artist', 'admin'],
  summary: 'A monthly statement with all of its lines as a CSV file.',
  produces: 'text/csv',
  refusals: ['not_found'],
  input: z.object({ id: z.uuid() }),
  output: z.unknown(),
})
