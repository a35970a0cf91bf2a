// How loud the MP3s are made: previews, examples and bought recordings alike.

/** Those of different artists can follow each other without touching the volume. */
const targetLufs = -14
const maxGainDb = 9
const minGainDb = -12

/** A damaged file can report any loudness, so the gain is limited to the range of valid files. */
export function gainToTargetDb(loudnessLufs: number): number {
  return Math.min(maxGainDb, Math.max(minGainDb, targetLufs - loudnessLufs))
}
