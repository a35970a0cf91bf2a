// How much of what the other party of a commission wrote somebody has not seen: messages, notes, and answers to notes.

import { sql, type RawBuilder, type Selectable } from 'kysely'
import { otherParty, type Party } from '#rules/commissions/parties.ts'
import type { Db } from '#server/db/client.ts'
import type { Tables } from '#server/db/tables.ts'

export type Unread = { messages: number; notes: number }

/** More messages are not counted: a list says that there are some. */
const maxCounted = 99

/** Of a query of `commissions`: what the other party wrote and this one has not seen. */
export function unreadOf(party: Party) {
  return [
    unreadMessages(party).as('unread_messages'),
    unreadNotes(party).as('unread_notes'),
  ] as const
}

function unreadMessages(party: Party): RawBuilder<number> {
  return sql<number>`(
    select count(*)::integer from (
      select from commission_messages
      where commission_messages.commission_id = commissions.id
        and author_role = ${sql.lit(otherParty(party))}
        and taken_down_at is null
        and commission_messages.created_at > ${seenBy(party, 'read_at')}
      limit ${sql.lit(maxCounted)}
    ) as unread
  )`
}

/** A note of the other party, or an answer to an own one, which only the artist gives. */
function unreadNotes(party: Party): RawBuilder<number> {
  return sql<number>`(
    select count(*)::integer from commission_notes
    where commission_notes.commission_id = commissions.id
      and case author when ${sql.lit(party)} then answered_at else commission_notes.created_at end
        > ${seenBy(party, 'notes_read_at')}
  )`
}

function seenBy(party: Party, column: 'read_at' | 'notes_read_at') {
  return sql`coalesce((
    select ${sql.ref(column)} from commission_reads
    where commission_reads.commission_id = commissions.id
      and user_id = commissions.${sql.ref(`${party}_id`)}
  ), '-infinity')`
}

export async function findUnread(
  db: Db,
  { commissionId, party }: { commissionId: string; party: Party },
): Promise<Unread> {
  const unread = await db
    .selectFrom('commissions')
    .select(unreadOf(party))
    .where('id', '=', commissionId)
    .executeTakeFirstOrThrow()
  return { messages: unread.unread_messages, notes: unread.unread_notes }
}

/** When the other party wrote it, or answered it; null where this one has nothing to see, and for a missing note. */
export async function findNoteTime(
  db: Db,
  { id, commissionId, party }: { id: string; commissionId: string; party: Party },
): Promise<Date | null> {
  const note = await db
    .selectFrom('commission_notes')
    .select(['author', 'created_at', 'answered_at'])
    .where('id', '=', id)
    .where('commission_id', '=', commissionId)
    .executeTakeFirst()
  return note ? newsTimeOf(note, party) : null
}

type NoteTimes = Pick<
  Selectable<Tables['commission_notes']>,
  'author' | 'created_at' | 'answered_at'
>

/** Only the artist answers, and only the customer's notes. */
export function newsTimeOf(note: NoteTimes, party: Party): Date | null {
  return note.author === party ? note.answered_at : note.created_at
}
