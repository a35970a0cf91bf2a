// The parties of a commission, and what they do with notes.

import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Commission } from '#contracts/commissions/commission.ts'
import type { Tables } from '#server/db/tables.ts'
import type { TestApp, TestUser } from '../test-app.ts'
import { judgingFixture } from './judging.ts'

type Sent = {
  deliveryId: string
  seconds: number | string
  text?: string
  requestKey?: string
}

export async function notesFixture(app: TestApp) {
  const fixture = await judgingFixture(app)
  const { mia } = fixture
  const add = (id: string, { text = 'Softer, please.', ...sent }: Sent, as: TestUser = mia) =>
    app.call(`POST /api/commissions/${id}/notes`, { as, send: { text, ...sent } })
  const read = async (id: string, as: TestUser = mia) =>
    (await app.call(`GET /api/commissions/${id}`, { as })).json<Commission>()
  return {
    ...fixture,
    add,
    read,
    /** Returns the id. */
    async note(id: string, sent: Sent, as: TestUser = mia): Promise<string> {
      const known = new Set((await read(id, as)).notes.map((one) => one.id))
      const answer = await add(id, sent, as)
      const written = answer.json<Partial<Commission>>().notes?.find((one) => !known.has(one.id))
      if (!written) throw new Error(`Not noted: ${answer.body}`)
      return written.id
    },
    change: (id: string, noteId: string | undefined, send: object, as: TestUser = mia) =>
      app.call(`PATCH /api/commissions/${id}/notes/${noteId}`, { as, send }),
    stored: () => app.db.selectFrom('commission_notes').selectAll().orderBy('id').execute(),
  }
}

type Stored = { commissionId: string; deliveryId: string }

/** Of the customer, at second 12 of the preview. Returns the id. */
export async function storeNote(
  app: TestApp,
  { text, ...noted }: Stored & { text: string },
): Promise<string> {
  const id = randomUUID()
  await insertNotes(app, [{ ...rowOf(app, noted), id, text }])
  return id
}

/** Like it, more than anybody writes within an hour. Returns the ids. */
export async function storeNotes(
  app: TestApp,
  { count, isDone = false, ...noted }: Stored & { count: number; isDone?: boolean },
): Promise<string[]> {
  const done = isDone ? { done_at: app.clock.now() } : {}
  const rows = Array.from({ length: count }, (_, at) => ({
    ...rowOf(app, noted),
    ...done,
    id: randomUUID(),
    text: `Stored note ${at + 1}`,
  }))
  await insertNotes(app, rows)
  return rows.map(({ id }) => id)
}

function rowOf(app: TestApp, { commissionId, deliveryId }: Stored) {
  return {
    commission_id: commissionId,
    delivery_id: deliveryId,
    author: 'customer' as const,
    at_tenths: 320,
    created_at: app.clock.now(),
  }
}

async function insertNotes(app: TestApp, rows: Insertable<Tables['commission_notes']>[]) {
  await app.db.insertInto('commission_notes').values(rows).execute()
}
