// Writes, changes and settles notes. Each takes the lock of the commission, so that its status, its open notes and what the
// other party does at the same moment are certain.

import { randomUUID } from 'node:crypto'
import type { Updateable } from 'kysely'
import { maxNotes, maxOpenNotes, noteLimits } from '#rules/commissions/note-limits.ts'
import { placeInRecording } from '#rules/commissions/note-places.ts'
import { otherParty } from '#rules/commissions/parties.ts'
import { refusalOfNote, type NoteAction, type NoteAuthor } from '#rules/commissions/note-process.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import { countUserAction } from '#server/db/count-attempts.ts'
import type { Db } from '#server/db/client.ts'
import type { Tables } from '#server/db/tables.ts'
import { publish } from '#server/events/site-events.ts'
import { tellOfNews } from '../commission-notices.ts'
import { findPartyState } from '../commission-queries.ts'
import { lockCommission, partyId, type CommissionRow } from '../commission-state.ts'
import { findHeardDelivery, findReadyDeliveries } from '../heard-delivery.ts'
import { readNewsIfSeen } from '../messages/read-news.ts'
import { countWaitingAgain, markWaiting } from '../messages/room-news.ts'
import { commissionChanged, type CommissionDeps } from '../take-step.ts'
import type { NoteRow } from '../reading/note-queries.ts'
import { notedOf, previewOf, stateOfNote } from '../reading/note-state.ts'

type Deps = CommissionDeps & { db: Db }

type NewNote = {
  commissionId: string
  userId: string
  deliveryId: string
  /** The place in the delivery's preview. */
  seconds: number
  text: string
  requestKey: string | null
}

/**
 * One that is sent again with its key and its words is the one that was written.
 * @throws Refusal not_found, commission_moved, commission_frozen, dispute_open, delivery_replaced, note_outside_preview,
 * too_many_notes, notes_full, too_many_notes_an_hour
 */
export async function addNote({ db, ...deps }: Deps, note: NewNote): Promise<void> {
  const { commissionId, deliveryId, requestKey } = note
  await db.transaction().execute(async (tx) => {
    const { commission, actor } = await lockNoted(tx, deps, note)
    const sent = await findSent(tx, { commissionId, author: actor, requestKey })
    if (sent?.text === note.text) return
    refuse(refusalOfNote(notedOf(commission), { action: 'add', actor, note: null }))
    const heard = await findHeardDelivery(tx, { commissionId, deliveryId })
    const atTenths = placeInRecording(previewOf(heard), note.seconds)
    if (atTenths === null) throw new Refusal('note_outside_preview')
    await refuseTooMany(tx, note)
    const now = deps.clock.now()
    await tx
      .insertInto('commission_notes')
      .values({
        id: randomUUID(),
        commission_id: commissionId,
        delivery_id: deliveryId,
        author: actor,
        at_tenths: atTenths,
        text: note.text,
        // Other words with a used key are another press.
        request_key: sent ? null : requestKey,
        created_at: now,
      })
      .execute()
    await markWaiting(tx, { commissionId, userId: partyId(commission, otherParty(actor)), at: now })
    await publish(tx, commissionChanged(commission))
    await tellOfNews(tx, commission, otherParty(actor))
  })
}

type Named = { commissionId: string; noteId: string; userId: string }

/** @throws Refusal not_found, not_allowed, commission_moved, commission_frozen, dispute_open, note_settled */
export async function editNote(
  { db, ...deps }: Deps,
  { text, ...named }: Named & { text: string },
) {
  await db.transaction().execute(async (tx) => {
    const { commission, note } = await lockNote(tx, deps, { ...named, actions: ['edit'] })
    await updateNote(tx, note, { text, edited_at: deps.clock.now() })
    await publish(tx, commissionChanged(commission))
  })
}

type Settled = Named & {
  isDone: boolean | undefined
  /** Null takes it back. */
  answer: string | null | undefined
}

/** @throws Refusal not_found, not_allowed, commission_moved, commission_frozen, dispute_open, note_judged, too_many_notes */
export async function settleNote({ db, ...deps }: Deps, { isDone, ...settled }: Settled) {
  const { answer: sent, ...named } = settled
  const actions: NoteAction[] = [
    ...(isDone === undefined ? [] : (['tickOff'] as const)),
    ...(sent === undefined ? [] : (['answer'] as const)),
  ]
  await db.transaction().execute(async (tx) => {
    const { commission, note } = await lockNote(tx, deps, { ...named, actions })
    // Saved again as it is, it tells nobody anew.
    const answer = sent === note.answer ? undefined : sent
    if (isDone === undefined && answer === undefined) return
    if (isDone === false && note.done_at !== null) await refuseTooManyOpen(tx, commission.id)
    const now = deps.clock.now()
    await updateNote(tx, note, {
      ...(isDone === undefined ? {} : { done_at: isDone ? (note.done_at ?? now) : null }),
      ...(answer === undefined ? {} : { answer, answered_at: answer === null ? null : now }),
    })
    await publish(tx, commissionChanged(commission))
    if (answer === null) await takeNewsBack(tx, commission, 'customer')
    else if (answer !== undefined) await tellOfAnswer(tx, commission, now)
  })
}

/** @throws Refusal not_found, not_allowed, commission_moved, commission_frozen, dispute_open, note_settled */
export async function withdrawNote({ db, ...deps }: Deps, named: Named): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { commission, note } = await lockNote(tx, deps, { ...named, actions: ['withdraw'] })
    await tx.deleteFrom('commission_notes').where('id', '=', note.id).execute()
    await publish(tx, commissionChanged(commission))
    await takeNewsBack(tx, commission, otherParty(note.author))
  })
}

type Acted = Named & { actions: readonly NoteAction[] }

async function updateNote(
  tx: Db,
  { id }: NoteRow,
  changes: Updateable<Tables['commission_notes']>,
): Promise<void> {
  await tx.updateTable('commission_notes').set(changes).where('id', '=', id).execute()
}

async function tellOfAnswer(tx: Db, commission: CommissionRow, at: Date): Promise<void> {
  const { id: commissionId, customer_id: userId } = commission
  await markWaiting(tx, { commissionId, userId, at })
  await tellOfNews(tx, commission, 'customer')
}

/** Nobody is told any more of what was taken back. */
async function takeNewsBack(tx: Db, commission: CommissionRow, from: NoteAuthor): Promise<void> {
  const party = { commissionId: commission.id, userId: partyId(commission, from) }
  await countWaitingAgain(tx, party)
  await readNewsIfSeen(tx, commission, from)
}

/** The commission, locked, and what the user is to it. @throws Refusal not_found */
async function lockNoted(
  tx: Db,
  deps: CommissionDeps,
  { commissionId: id, userId }: { commissionId: string; userId: string },
) {
  const { actor } = await findPartyState(tx, deps, { id, userId })
  return { commission: await lockCommission(tx, id), actor }
}

/** @throws Refusal not_found, and those of the actions */
async function lockNote(tx: Db, deps: CommissionDeps, { noteId, actions, ...named }: Acted) {
  const { commission, actor } = await lockNoted(tx, deps, named)
  const note = await tx
    .selectFrom('commission_notes')
    .selectAll()
    .where('id', '=', noteId)
    .where('commission_id', '=', commission.id)
    .executeTakeFirst()
  if (!note) throw new Refusal('not_found')
  const [newest] = await findReadyDeliveries(tx, commission.id)
  const state = stateOfNote(note, newest?.id)
  for (const action of actions)
    refuse(refusalOfNote(notedOf(commission), { action, actor, note: state }))
  return { commission, note }
}

function refuse(code: ReturnType<typeof refusalOfNote>): void {
  if (code !== null) throw new Refusal(code)
}

type Sent = { commissionId: string; author: NoteAuthor; requestKey: string | null }

function findSent(tx: Db, { commissionId, author, requestKey }: Sent) {
  return tx
    .selectFrom('commission_notes')
    .select('text')
    .where('commission_id', '=', commissionId)
    .where('author', '=', author)
    .where('request_key', '=', requestKey)
    .executeTakeFirst()
}

async function refuseTooMany(tx: Db, { commissionId, userId }: NewNote): Promise<void> {
  const { all } = await refuseTooManyOpen(tx, commissionId)
  if (all >= maxNotes) throw new Refusal('notes_full')
  const refusal = 'too_many_notes_an_hour'
  await countUserAction(tx, { kind: 'notes', userId, limits: noteLimits, refusal })
}

/** Under the lock of the commission: nobody else writes one, or opens one again, meanwhile. @throws Refusal too_many_notes */
async function refuseTooManyOpen(tx: Db, commissionId: string): Promise<{ all: number }> {
  const { open, all } = await tx
    .selectFrom('commission_notes')
    .select((eb) => [
      eb.fn.countAll<string>().filterWhere('done_at', 'is', null).as('open'),
      eb.fn.countAll<string>().as('all'),
    ])
    .where('commission_id', '=', commissionId)
    .executeTakeFirstOrThrow()
  if (Number(open) >= maxOpenNotes) throw new Refusal('too_many_notes')
  return { all: Number(all) }
}
