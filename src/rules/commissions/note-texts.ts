// The words about notes: where they stand, and in a request for changes which are open.

import { clock } from '../listening/clock.ts'
import type { NoteAuthor } from './note-process.ts'

type Noted = {
  author: NoteAuthor
  isDone: boolean
  /** The second of the newest delivery's preview; null beside it. */
  seconds: number | null
}

/** The customer's open ones, as the player's clock shows their times; '' without any. */
export function feedbackFromNotes(notes: readonly Noted[]): string {
  const open = notes.filter(({ author, isDone }) => author === 'customer' && !isDone)
  const placed = open.flatMap(({ seconds }) => seconds ?? []).toSorted((a, b) => a - b)
  const times = [...new Set(placed.map((seconds) => clock(seconds)))]
  const beside = open.length - placed.length
  if (times.length === 0) return beside === 0 ? '' : 'See my notes on the earlier delivery'
  const others = beside === 0 ? '' : ', and those on the earlier delivery'
  return `See my notes at ${times.join(', ')}${others}`
}

/** As the player's clock shows it, with the tenth where there is one: two notes of one second are told apart. */
export function noteTime(seconds: number): string {
  const tenth = Math.round(seconds * 10) % 10
  return tenth === 0 ? clock(seconds) : `${clock(seconds)}.${tenth}`
}
