// The specification of a piece of demo music: plain data that always renders to the same bytes.

export type Meter = '3/4' | '4/4' | '6/8'

/**
 * A song's chords. Bars are separated by `|`, chords within a bar by spaces; numerals count
 * from the major scale of the tonic ('bVII', 'ii7', 'V7', 'IVmaj7', 'Isus4', 'vii°').
 */
export type SongChart = {
  meter: Meter
  verse: string
  chorus?: string
}

/** Strum and fingerpicked are guitar, ballad and arpeggio piano, full is the whole band. */
export type Style = 'strum' | 'fingerpicked' | 'ballad' | 'arpeggio' | 'full'

export type Companion = 'bass' | 'shaker' | 'cajon' | 'piano' | 'guitar'

export type MusicSpec = {
  chart: SongChart
  /** In the notation of the upload form: 'Eb', 'F#m'. */
  key: string
  /** Crotchets a minute; in 6/8 dotted crotchets. */
  bpm: number
  style: Style
  /** How often the verse (and the chorus after it) is played. */
  verses: number
  seed: number
  /** Default: steel. */
  strings?: 'steel' | 'nylon'
  /** Quavers in the proportion 2 : 1. */
  isSwung?: boolean
  /** Additional instruments besides the style's own; the full band needs none. */
  companions?: readonly Companion[]
}
