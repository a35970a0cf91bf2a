export type MeasuredMusic = {
  /** 'F#m'; null in silence. Only to be believed with enough confidence. */
  measuredKey: string | null
  /** From 0 to 1; of the key or its relative, which have the same notes. */
  measuredKeyConfidence: number | null
  /** Null unless it is clear. */
  tempoBpm: number | null
}

export const unmeasuredMusic: MeasuredMusic = {
  measuredKey: null,
  measuredKeyConfidence: null,
  tempoBpm: null,
}
