// The facts that decide which steps of a note are possible, read from the rows.

import type { NotedCommission, NoteState } from '#rules/commissions/note-process.ts'
import type { PreviewSpan } from '#rules/commissions/note-places.ts'
import type { CommissionFacts, CommissionRow } from '../commission-state.ts'
import type { NoteRow } from './note-queries.ts'

export function notedOf({
  status,
  frozen_at: frozenAt,
  open_dispute: dispute,
}: CommissionRow & CommissionFacts): NotedCommission {
  return { status, isFrozen: frozenAt !== null, isDisputed: dispute !== null }
}

type StoredNote = Pick<NoteRow, 'author' | 'done_at' | 'answer' | 'delivery_id'>

/** @param newestId of the newest delivery that is ready */
export function stateOfNote(
  { author, done_at: doneAt, answer, delivery_id: deliveryId }: StoredNote,
  newestId: string | undefined,
): NoteState {
  return {
    author,
    isDone: doneAt !== null,
    isAnswered: answer !== null,
    isOfNewest: deliveryId === newestId,
  }
}

type Previewed = { id: string; preview_start_ms: number | null; preview_ms: number | null }

/** The preview of a delivery that is ready. */
export function previewOf({
  id,
  preview_start_ms: startMs,
  preview_ms: lengthMs,
}: Previewed): PreviewSpan {
  if (startMs === null || lengthMs === null)
    throw new Error(`Delivery ${id} is ready, but its preview has no place.`)
  return { startMs, lengthMs }
}
