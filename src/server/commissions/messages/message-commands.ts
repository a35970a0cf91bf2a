// Writing to the other party of a commission, and seeing what they wrote.

import { sql } from 'kysely'
import { attachmentProcess } from '#rules/commissions/attachment-process.ts'
import { messageLimit, maxAttachedBytes } from '#rules/commissions/message-limits.ts'
import { otherParty, type Party } from '#rules/commissions/parties.ts'
import { takesMessages } from '#rules/commissions/message-times.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import { lockParties } from '#server/accounts/account-lock.ts'
import type { Db } from '#server/db/client.ts'
import { publish } from '#server/events/site-events.ts'
import { inTransaction, type Committing } from '#server/clock-and-failpoints/failpoints.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { tellOfNews } from '../commission-notices.ts'
import { findCommission, type ReadCommission } from '../commission-queries.ts'
import { lockCommission, partyId, type CommissionRow } from '../commission-state.ts'
import { commissionChanged, type CommissionDeps } from '../take-step.ts'
import type { StoredAttachment } from './attachment-intake.ts'
import { findMessage, messageColumns, type MessageRow } from './message-queries.ts'
import { readNewsIfSeen } from './read-news.ts'
import { findRead, markSeen, markWaiting, type Seen } from './room-news.ts'
import { findNoteTime } from '../unread-news.ts'

type Deps = CommissionDeps & Committing

/** The key of an attachment's job in the queue. */
export const prepareAttachmentKey = (id: string) => `prepare_attachment:${id}`

export type NewMessage = {
  id: string
  commissionId: string
  authorId: string
  text: string
  requestKey: string
}

export type Room = { commission: ReadCommission; party: Party }

/** Others get what a missing commission gets. @throws Refusal not_found */
export async function findRoom(
  db: Db,
  { commissionId: id, userId }: { commissionId: string; userId: string },
): Promise<Room> {
  const reader = { id: userId, mayAdminister: false }
  const { commission, viewer } = await findCommission(db, { id, reader })
  if (viewer === 'admin') throw new Refusal('not_found')
  return { commission, party: viewer }
}

/**
 * Returns the message; where one was stored with the same key before, that one: `attachments` are not needed then.
 * @throws Refusal login_required, banned, messages_closed, too_many_room_messages, attachments_full
 */
export async function storeMessage(
  deps: Deps,
  { commission, party }: Room,
  { attachments, ...message }: NewMessage & { attachments: StoredAttachment[] },
): Promise<MessageRow> {
  const other = partyId(commission, otherParty(party))
  return inTransaction(deps, 'message.commit', async (tx) => {
    await lockParties(tx, { actorId: message.authorId, otherId: other })
    const locked = await lockCommission(tx, message.commissionId)
    const stored = await findSent(tx, message)
    if (stored) return stored
    await refuseClosed(tx, deps, { commission: locked, party })
    await refuseTooMany(tx, message.authorId, deps.clock.now())
    await refuseFull(tx, message.commissionId, attachments)
    const row = await insertMessage(tx, deps, { ...message, party })
    await insertAttachments(tx, row, { attachments, authorId: message.authorId })
    await tellOther(tx, locked, { row, other })
    return row
  })
}

type Key = Pick<NewMessage, 'commissionId' | 'authorId' | 'requestKey'>

/** The message that the same press of the button has stored before. */
export function findSent(db: Db, { commissionId, authorId, requestKey }: Key) {
  return db
    .selectFrom('commission_messages')
    .select(messageColumns)
    .where('commission_id', '=', commissionId)
    .where('author_id', '=', authorId)
    .where('request_key', '=', requestKey)
    .executeTakeFirst()
}

/** @throws Refusal messages_closed */
export async function refuseClosed(
  db: Db,
  { clock, spans }: CommissionDeps,
  { commission, party }: { commission: CommissionRow; party: Party },
): Promise<void> {
  const { ended_at: endedAt } = commission
  const isPartyGone = await isDeleted(db, partyId(commission, otherParty(party)))
  if (!takesMessages({ endedAt, isPartyGone }, { now: clock.now(), spans }))
    throw new Refusal('messages_closed')
}

async function isDeleted(db: Db, userId: string): Promise<boolean> {
  const { deleted_at: deletedAt } = await db
    .selectFrom('users')
    .select('deleted_at')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return deletedAt !== null
}

/** In all rooms, under the lock of the author's account. */
async function refuseTooMany(tx: Db, authorId: string, now: Date): Promise<void> {
  const { sent } = await tx
    .selectFrom('commission_messages')
    .select((eb) => eb.fn.countAll<string>().as('sent'))
    .where('author_id', '=', authorId)
    .where('created_at', '>', new Date(now.getTime() - messageLimit.periodMs))
    .executeTakeFirstOrThrow()
  if (Number(sent) >= messageLimit.max) throw new Refusal('too_many_room_messages')
}

async function refuseFull(
  tx: Db,
  commissionId: string,
  attachments: StoredAttachment[],
): Promise<void> {
  if (attachments.length === 0) return
  const { stored } = await tx
    .selectFrom('commission_attachments')
    .select(sql<string>`coalesce(sum(bytes), 0)`.as('stored'))
    .where('commission_id', '=', commissionId)
    .executeTakeFirstOrThrow()
  const sent = attachments.reduce((sum, { bytes }) => sum + bytes, 0)
  if (Number(stored) + sent > maxAttachedBytes) throw new Refusal('attachments_full')
}

function insertMessage(
  tx: Db,
  { clock }: CommissionDeps,
  { id, commissionId, authorId, party, text, requestKey }: NewMessage & { party: Party },
): Promise<MessageRow> {
  return tx
    .insertInto('commission_messages')
    .values({
      id,
      commission_id: commissionId,
      author_id: authorId,
      author_role: party,
      text,
      request_key: requestKey,
      // Two of one moment have an order as well.
      created_at: sql`greatest(${clock.now()}, (
        select max(created_at) + interval '1 millisecond' from commission_messages
        where commission_id = ${commissionId}
      ))`,
    })
    .returning(messageColumns)
    .executeTakeFirstOrThrow()
}

async function insertAttachments(
  tx: Db,
  message: MessageRow,
  { attachments, authorId }: { attachments: StoredAttachment[]; authorId: string },
): Promise<void> {
  for (const [at, { id, storageKey, fileName, bytes, ...file }] of attachments.entries()) {
    await tx
      .insertInto('commission_attachments')
      .values({
        id,
        message_id: message.id,
        commission_id: message.commission_id,
        position: at + 1,
        kind: file.kind,
        status:
          file.kind === 'audio' ? attachmentProcess.start : attachmentProcess.steps.prepare.to,
        file_name: fileName,
        storage_key: storageKey,
        bytes,
        ...(file.kind === 'image' ? { width: file.width, height: file.height } : {}),
      })
      .execute()
    if (file.kind === 'audio') await queuePreparation(tx, { attachmentId: id, authorId })
  }
}

/** Examples, the least urgent recordings of artists, have 5. */
const firstPriority = 6

/**
 * Behind recordings that somebody sells or waits for: an hour of messages can hold hours of decoding. An author's later
 * files are prepared after the first ones of others.
 */
async function queuePreparation(
  tx: Db,
  { attachmentId, authorId }: { attachmentId: string; authorId: string },
): Promise<void> {
  const { preparing } = await tx
    .selectFrom('commission_attachments')
    .innerJoin('commission_messages', 'commission_messages.id', 'message_id')
    .select((eb) => eb.fn.countAll<string>().as('preparing'))
    .where('status', '=', attachmentProcess.start)
    .where('author_id', '=', authorId)
    .executeTakeFirstOrThrow()
  const priority = firstPriority + Number(preparing) - 1
  const job = { key: prepareAttachmentKey(attachmentId), queue: 'audio', priority, maxAttempts: 4 }
  await addJob(tx, 'prepare_attachment', { attachmentId }, job)
}

async function tellOther(
  tx: Db,
  commission: CommissionRow,
  { row, other }: { row: MessageRow; other: string },
): Promise<void> {
  const { id: commissionId } = commission
  await markWaiting(tx, { commissionId, userId: other, at: row.created_at })
  await publish(tx, commissionChanged(commission))
  await tellOfNews(tx, commission, otherParty(row.author_role))
}

/** Returns what the reader is. The room and its notification are read; another tab shows the same. @throws Refusal not_found */
export async function markMessagesRead(
  db: Db,
  { id: commissionId, userId, upTo }: { id: string; userId: string; upTo: string },
): Promise<Party> {
  const { commission, party } = await findRoom(db, { commissionId, userId })
  const seen = await findSeen(db, { id: upTo, commissionId, party })
  const { read_at: readAt, notes_read_at: notesReadAt } = await findRead(db, {
    commissionId,
    userId,
  })
  const before = seen.what === 'messages' ? readAt : notesReadAt
  if (before !== null && before >= seen.upTo) return party
  await db.transaction().execute(async (tx) => {
    // A message that is being written waits for it, or is seen to wait.
    await lockCommission(tx, commissionId)
    await markSeen(tx, { commissionId, userId, ...seen })
    await readNewsIfSeen(tx, commission, party)
    await publish(tx, { ...commissionChanged(commission), userIds: [userId] })
  })
  return party
}

/** @throws Refusal not_found */
async function findSeen(
  db: Db,
  { id, commissionId, party }: { id: string; commissionId: string; party: Party },
): Promise<Seen> {
  const noteAt = await findNoteTime(db, { id, commissionId, party })
  if (noteAt !== null) return { what: 'notes', upTo: noteAt }
  const { created_at: sentAt } = await findMessage(db, { id, commissionId })
  return { what: 'messages', upTo: sentAt }
}
