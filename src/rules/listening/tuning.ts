// How a singer hears a recording: so many semitones higher or lower, and so much slower or faster.

export type Tuning = {
  /** Negative: lower. */
  semitones: number
  /** 100 is the recording's own tempo. */
  tempoPercent: number
}

export const maxSemitones = 6
export const slowestPercent = 70
export const fastestPercent = 120

export const originalTuning: Tuning = { semitones: 0, tempoPercent: 100 }

export function isOriginal({ semitones, tempoPercent }: Tuning): boolean {
  return semitones === 0 && tempoPercent === 100
}

/** Whole numbers within the limits. */
export function clampTuning({ semitones, tempoPercent }: Tuning): Tuning {
  return {
    semitones: clamp(Math.round(semitones), -maxSemitones, maxSemitones),
    tempoPercent: clamp(Math.round(tempoPercent), slowestPercent, fastestPercent),
  }
}

function clamp(value: number, min: number, max: number): number {
  // Adding zero turns -0 into 0.
  return Math.min(Math.max(value, min), max) + 0
}

/** Reads the tuning in a track's address, `?key=-2&tempo=90`; null where it has neither, so that the listener's own tuning stays. */
export function readTuning(params: URLSearchParams): Tuning | null {
  const semitones = numberOf(params.get('key'))
  const tempoPercent = numberOf(params.get('tempo'))
  if (semitones === null && tempoPercent === null) return null
  return clampTuning({
    semitones: semitones ?? originalTuning.semitones,
    tempoPercent: tempoPercent ?? originalTuning.tempoPercent,
  })
}

function numberOf(text: string | null): number | null {
  return text !== null && /^[+-]?\d{1,4}$/.test(text) ? Number(text) : null
}

/** An absolute address with the parameters of the tuning, for links that people share. */
export function withTuning(address: string, tuning: Tuning): string {
  const url = new URL(address)
  for (const name of ['key', 'tempo']) url.searchParams.delete(name)
  for (const [name, value] of Object.entries(tuningParams(tuning)))
    url.searchParams.set(name, value)
  return url.href
}

/** What `readTuning` reads: 'key=-2&tempo=90', empty for the original. */
export function tuningQuery(tuning: Tuning): string {
  return new URLSearchParams(tuningParams(tuning)).toString()
}

/** What `readTuning` reads, by name; nothing of the original. */
export function tuningParams({ semitones, tempoPercent }: Tuning): {
  key?: string
  tempo?: string
} {
  return {
    ...(semitones !== originalTuning.semitones && { key: String(semitones) }),
    ...(tempoPercent !== originalTuning.tempoPercent && { tempo: String(tempoPercent) }),
  }
}
