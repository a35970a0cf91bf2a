// Where the markers of notes stand under a waveform, so that none covers another: each can be pressed with a thumb.

/** Closer ones are one marker, in percent of the waveform. */
const apart = 4
/** A marker of 24 pixels takes that much of the narrowest waveform, which has 216 (notes.css). */
const widest = 11.2
/** A further one would need a row of its own: it joins the one before. */
const maxLanes = 3

export type MarkPlace<Marked> = {
  /** One, or several that stand too close together. */
  marked: [Marked, ...Marked[]]
  percent: number
  /** 0 is the row next to the waveform. */
  lane: number
}

type Placed = { percent: number }

/** In the order of the waveform. */
export function placeMarks<Marked extends Placed>(all: readonly Marked[]): MarkPlace<Marked>[] {
  const places: MarkPlace<Marked>[] = []
  const ends: number[] = []
  for (const one of all.toSorted((a, b) => a.percent - b.percent)) {
    const last = places.at(-1)
    const centre = centreOf(one.percent)
    const free = ends.findIndex((end) => centre >= end)
    const lane = free === -1 ? ends.length : free
    if (last && (one.percent - last.percent < apart || lane === maxLanes)) {
      last.marked.push(one)
      continue
    }
    ends[lane] = centre + widest
    places.push({ marked: [one], percent: one.percent, lane })
  }
  return places
}

/** Of its marker, which does not leave the waveform (notes.css). */
function centreOf(percent: number): number {
  return Math.min(Math.max(percent, widest / 2), 100 - widest / 2)
}
