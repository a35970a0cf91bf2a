// Tempo in words: a recording's own, and the bands that the catalogue filters by.

/** From the slowest on. Each begins where the one before ends; `from` is in beats per minute. */
const bands = {
  slow: { from: 0, label: 'Slow', hint: 'below 76 BPM' },
  relaxed: { from: 76, label: 'Relaxed', hint: '76–95 BPM' },
  moderate: { from: 96, label: 'Moderate', hint: '96–115 BPM' },
  upbeat: { from: 116, label: 'Upbeat', hint: '116–139 BPM' },
  fast: { from: 140, label: 'Fast', hint: 'from 140 BPM' },
} as const

export type TempoBand = keyof typeof bands

/** In the order of the filter. */
export const tempoBands = [
  'slow',
  'relaxed',
  'moderate',
  'upbeat',
  'fast',
] as const satisfies TempoBand[]

/** By the tempo as it is shown, in whole beats. */
export function tempoBandOf(bpm: number | null): TempoBand | null {
  if (bpm === null) return null
  const shown = Math.round(bpm)
  return tempoBands.findLast((band) => bands[band].from <= shown) ?? null
}

/** 'Slow (below 76 BPM)' */
export function tempoLabel(band: TempoBand): string {
  return `${bands[band].label} (${bands[band].hint})`
}

/** 'About 96 BPM': it is measured, not played to a click. Null where it could not be measured. */
export function tempoText(bpm: number | null): string | null {
  return bpm === null ? null : `About ${Math.round(bpm)} BPM`
}
