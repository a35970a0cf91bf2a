// The news of a room for one of its parties. News is marked as waiting when it is written, so that the emails about it are
// found without reading any room.

import { sql, type Selectable, type Updateable } from 'kysely'
import { placeInPreview, type PreviewSpan } from '#rules/commissions/note-places.ts'
import type { Db } from '#server/db/client.ts'
import type { Tables } from '#server/db/tables.ts'

type OfParty = { commissionId: string; userId: string }

/** In the transaction that writes something for this party, under the lock of the commission. */
export async function markWaiting(
  tx: Db,
  { commissionId, userId, at }: OfParty & { at: Date },
): Promise<void> {
  await tx
    .insertInto('commission_reads')
    .values({ commission_id: commissionId, user_id: userId, waiting_since: at })
    .onConflict((conflict) =>
      conflict.columns(['commission_id', 'user_id']).doUpdateSet({
        waiting_since: sql`coalesce(commission_reads.waiting_since, excluded.waiting_since)`,
      }),
    )
    .execute()
}

export type News = {
  kind: 'message' | 'note' | 'answer'
  at: Date
  text: string
  /** The place in the preview on which the note was written; null for a message. */
  seconds: number | null
}

/** Up to when the party knows of each; null: of nothing. */
type Since = { messages: Date | null; notes: Date | null }

/**
 * Finds everything that the other party has written since then, the oldest first: messages that are not removed, notes, and
 * the artist's answers to notes.
 */
async function newsOf(
  tx: Db,
  { commissionId, userId, since }: OfParty & { since: Since },
): Promise<News[]> {
  const from = (at: Date | null) => sql<Date>`coalesce(${at}::timestamptz, '-infinity')`
  const notes = tx
    .selectFrom('commission_notes')
    .innerJoin('commissions', 'commissions.id', 'commission_id')
    .innerJoin('commission_deliveries as heard', 'heard.id', 'delivery_id')
    .where('commission_notes.commission_id', '=', commissionId)
  const authorId = sql<string>`case author when 'customer' then customer_id else artist_id end`
  const rows = await tx
    .selectFrom('commission_messages')
    .select([sql<News['kind']>`'message'`.as('kind'), 'created_at as at', 'text'])
    .select(sql<Place | null>`null::jsonb`.as('place'))
    .where('commission_id', '=', commissionId)
    .where('author_id', '<>', userId)
    .where('created_at', '>', from(since.messages))
    .where('taken_down_at', 'is', null)
    .unionAll(
      notes
        .select([sql<News['kind']>`'note'`.as('kind'), 'commission_notes.created_at as at', 'text'])
        .select(place.as('place'))
        .where(authorId, '<>', userId)
        .where('commission_notes.created_at', '>', from(since.notes)),
    )
    .unionAll(
      notes
        .select(sql<News['kind']>`'answer'`.as('kind'))
        // An answer and its time are there together.
        .select((eb) => eb.ref('commission_notes.answered_at').$notNull().as('at'))
        .select((eb) => eb.ref('commission_notes.answer').$notNull().as('text'))
        .select(place.as('place'))
        .where('artist_id', '<>', userId)
        .where('commission_notes.answered_at', '>', from(since.notes)),
    )
    .orderBy('at')
    .execute()
  return rows.map(({ place: noted, ...news }) => ({
    ...news,
    seconds: noted && placeInPreview(noted, noted.atTenths),
  }))
}

/** Of a note, in the recording and in the preview on which it was written. */
type Place = PreviewSpan & { atTenths: number }
const place = sql<Place>`jsonb_build_object(
  'atTenths', at_tenths, 'startMs', heard.preview_start_ms, 'lengthMs', heard.preview_ms
)`

/** Messages, or notes with the answers to them, up to this moment. */
export type Seen = { what: 'messages' | 'notes'; upTo: Date }

/**
 * In the transaction that has locked the commission. What was seen is told by no email any more; what was not begins to
 * wait with the first of it.
 */
export async function markSeen(
  tx: Db,
  { commissionId, userId, what, upTo }: OfParty & Seen,
): Promise<void> {
  const read = await findRead(tx, { commissionId, userId })
  const seen =
    what === 'messages'
      ? { read_at: latest(read.read_at, upTo) }
      : { notes_read_at: latest(read.notes_read_at, upTo) }
  const since = sinceOf({ ...read, ...seen })
  const [waiting] = await newsOf(tx, { commissionId, userId, since })
  const changes = { ...seen, waiting_since: waiting?.at ?? null }
  await tx
    .insertInto('commission_reads')
    .values({ commission_id: commissionId, user_id: userId, ...changes })
    .onConflict((conflict) => conflict.columns(['commission_id', 'user_id']).doUpdateSet(changes))
    .execute()
}

function latest(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other
  return one > other ? one : other
}

/** Something that waited was taken back or removed, or is shown again. */
export async function countWaitingAgain(tx: Db, party: OfParty): Promise<void> {
  const [waiting] = await waitingNews(tx, party)
  await setRead(tx, party, { waiting_since: waiting?.at ?? null })
}

/** Neither seen nor told of. */
export async function waitingNews(tx: Db, party: OfParty): Promise<News[]> {
  return newsOf(tx, { ...party, since: sinceOf(await findRead(tx, party)) })
}

type Read = Pick<Selectable<Tables['commission_reads']>, (typeof readColumns)[number]>
const readColumns = ['read_at', 'notes_read_at', 'told_to'] as const

/** Up to these moments the party has seen the room, and was told of its news. */
export async function findRead(db: Db, { commissionId, userId }: OfParty): Promise<Read> {
  const read = await db
    .selectFrom('commission_reads')
    .select(readColumns)
    .where('commission_id', '=', commissionId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return read ?? { read_at: null, notes_read_at: null, told_to: null }
}

export async function setRead(
  tx: Db,
  { commissionId, userId }: OfParty,
  changes: Updateable<Tables['commission_reads']>,
): Promise<void> {
  await tx
    .updateTable('commission_reads')
    .set(changes)
    .where('commission_id', '=', commissionId)
    .where('user_id', '=', userId)
    .execute()
}

/** News that the party has seen or was told of is not told again. */
function sinceOf({ read_at: readAt, notes_read_at: notesReadAt, told_to: toldTo }: Read): Since {
  return { messages: latest(readAt, toldTo), notes: latest(notesReadAt, toldTo) }
}
