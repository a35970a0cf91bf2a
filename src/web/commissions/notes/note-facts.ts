// What a page shows of notes: where each stands on a delivery, and what it is called.

import type { Commission, Delivery } from '#contracts/commissions/commission.ts'
import type { Note } from '#contracts/commissions/note.ts'
import { feedbackFromNotes, noteTime } from '#rules/commissions/note-texts.ts'

/** In seconds of the delivery's preview; null beside it. */
export function secondsIn(note: Pick<Note, 'places'>, deliveryId: string): number | null {
  return note.places.find((place) => place.deliveryId === deliveryId)?.seconds ?? null
}

/** The one that the newest ready delivery followed; null for the first one. */
export function readyBefore(
  { deliveries }: Pick<Commission, 'deliveries'>,
  { id }: Pick<Delivery, 'id'>,
): Delivery | null {
  const ready = deliveries.filter(({ state }) => state === 'ready')
  const at = ready.findIndex((delivery) => delivery.id === id)
  return ready[at - 1] ?? null
}

/** The id of the unread note that the other party wrote or answered last; null where none is unread. */
export function newestUnread({
  notes,
  viewer,
}: Pick<Commission, 'notes' | 'viewer'>): string | null {
  const news = notes
    .filter(({ isUnread }) => isUnread)
    .map(({ id, author, createdAt, answeredAt }) => ({
      id,
      at: (author === viewer ? answeredAt : null) ?? createdAt,
    }))
  return news.toSorted((a, b) => a.at.localeCompare(b.at)).at(-1)?.id ?? null
}

/** What a request for changes begins with: the customer's open notes on this delivery. */
export function feedbackOf({ notes }: Pick<Commission, 'notes'>, deliveryId: string): string {
  return feedbackFromNotes(
    notes.map((note) => ({
      author: note.author,
      isDone: note.doneAt !== null,
      seconds: secondsIn(note, deliveryId),
    })),
  )
}

/** With its tenth; of a note beside the preview, where it was written. */
export function timeOf(note: Note, { deliveries, deliveryId }: TimeIn): string {
  const seconds = secondsIn(note, deliveryId)
  if (seconds !== null) return noteTime(seconds)
  const { number = 1 } = deliveries.find(({ id }) => id === note.deliveryId) ?? {}
  return `delivery ${number}, ${noteTime(secondsIn(note, note.deliveryId) ?? 0)}`
}

type TimeIn = Pick<Commission, 'deliveries'> & { deliveryId: string }

const maxNameLength = 80

type Marked = {
  /** In the list. */
  number: number
  time: string
}

/** The name of a marker: 'Note 1 at 0:12: Softer, please.' */
export function markName(note: Note, { number, time }: Marked): string {
  const { text, doneAt } = note
  const begun = text.length > maxNameLength ? `${text.slice(0, maxNameLength).trimEnd()}…` : text
  return `Note ${number} at ${time}: ${begun}${doneAt === null ? '' : ' (done)'}`
}
