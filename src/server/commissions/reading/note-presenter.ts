// Maps notes to the contract. To who may not play a whole recording, a note is a second of a preview and nothing else.

import type { Commission } from '#contracts/commissions/commission.ts'
import type { Note } from '#contracts/commissions/note.ts'
import { possibleNoteActions, refusalOfNote } from '#rules/commissions/note-process.ts'
import { placeInPreview } from '#rules/commissions/note-places.ts'
import type { Deliveries, DeliveryRow, ReadCommission, Viewer } from '../commission-queries.ts'
import { approvedDeliveryId, mayPlay } from '../delivery-presenter.ts'
import { newsTimeOf } from '../unread-news.ts'
import type { NoteRow } from './note-queries.ts'
import { notedOf, previewOf, stateOfNote } from './note-state.ts'

type Parts = {
  deliveries: Deliveries
  notes: NoteRow[]
  room: Commission['room']
  notesReadAt: Date | null
}

export function presentNotes(
  commission: ReadCommission,
  { deliveries: { stored }, notes, room, notesReadAt }: Parts,
  viewer: Viewer,
): Pick<Commission, 'notes' | 'canAddNote'> {
  const noted = notedOf(commission)
  const ready = stored.filter(({ status }) => status === 'ready')
  const newestId = ready.at(-1)?.id
  const approvedId = approvedDeliveryId(commission, stored)
  const knowsWhole =
    viewer === 'artist' || ready.some((row) => mayPlay(commission, row, { viewer, approvedId }))
  const attempt = { action: 'add', actor: viewer, note: null } as const
  return {
    // Who may read the messages reads the notes.
    notes:
      room.readAs === null
        ? []
        : notes.map((row) => ({
            ...presentNote(row, { ready, knowsWhole }),
            isUnread: viewer !== 'admin' && isAfter(newsTimeOf(row, viewer), notesReadAt),
            canDo: possibleNoteActions(noted, { actor: viewer, note: stateOfNote(row, newestId) }),
          })),
    canAddNote: ready.length > 0 && refusalOfNote(noted, attempt) === null,
  }
}

function isAfter(at: Date | null, seenAt: Date | null): boolean {
  return at !== null && (seenAt === null || at > seenAt)
}

type Sight = { ready: DeliveryRow[]; knowsWhole: boolean }

function presentNote(row: NoteRow, { ready, knowsWhole }: Sight): Omit<Note, 'canDo' | 'isUnread'> {
  return {
    id: row.id,
    author: row.author,
    text: row.text,
    deliveryId: row.delivery_id,
    places: ready.map((delivery) => ({
      deliveryId: delivery.id,
      seconds: placeInPreview(previewOf(delivery), row.at_tenths),
    })),
    recordingSeconds: knowsWhole ? row.at_tenths / 10 : null,
    createdAt: row.created_at.toISOString(),
    editedAt: row.edited_at?.toISOString() ?? null,
    doneAt: row.done_at?.toISOString() ?? null,
    answer: row.answer,
    answeredAt: row.answered_at?.toISOString() ?? null,
  }
}
