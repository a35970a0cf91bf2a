// The notes of a recording as markers under its waveform: buttons that jump to their seconds.

import type { CSSProperties } from 'react'
import type { Note } from '#contracts/commissions/note.ts'
import { noteTime } from '#rules/commissions/note-texts.ts'
import { placeMarks } from './mark-places.ts'
import { markName } from './note-facts.ts'

type NoteMarksProps = {
  notes: readonly Note[]
  /** Where each stands in this recording; null beside it. */
  secondsOf: (note: Note) => number | null
  durationSeconds: number
  selectedId: string | null
  onSelect: (note: Note, seconds: number) => void
}

export function NoteMarks({
  notes,
  secondsOf,
  durationSeconds,
  selectedId,
  onSelect,
}: NoteMarksProps) {
  const placed = notes.flatMap((note, at) => {
    const seconds = secondsOf(note)
    if (seconds === null) return []
    return { note, seconds, number: at + 1, percent: (100 * seconds) / durationSeconds }
  })
  if (placed.length === 0) return null
  const places = placeMarks(placed)
  const lanes = 1 + Math.max(...places.map(({ lane }) => lane))
  return (
    <ul className="note-marks" style={{ '--lanes': lanes } as CSSProperties}>
      {places.map(({ marked, percent, lane }) => {
        const selectedAt = marked.findIndex(({ note }) => note.id === selectedId)
        // Pressed again, a marker of several selects the next one.
        const next = marked[(selectedAt + 1) % marked.length] ?? marked[0]
        const [first] = marked
        const isDone = marked.every(({ note }) => note.doneAt !== null)
        return (
          <li
            key={first.note.id}
            style={{ '--at': `${percent}%`, '--lane': lane } as CSSProperties}
          >
            <button
              type="button"
              className={isDone ? 'note-mark note-mark-done' : 'note-mark'}
              data-more={marked.length > 1 || undefined}
              aria-current={selectedAt >= 0 || undefined}
              aria-label={nameOf(marked)}
              onClick={() => onSelect(next.note, next.seconds)}
            >
              {first.number}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

type Placed = { note: Note; seconds: number; number: number }

function nameOf(marked: readonly [Placed, ...Placed[]]): string {
  const [{ note, seconds, number }, ...others] = marked
  const name = markName(note, { number, time: noteTime(seconds) })
  return others.length === 0 ? name : `${name}, and ${others.length} more close to it`
}
