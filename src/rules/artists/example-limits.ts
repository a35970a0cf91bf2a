// The limits of the recordings by which artists show how they play.

export const maxExamples = 5
export const maxExampleSeconds = 60
/** In characters. */
export const maxExampleDescriptionLength = 200
/** A minute in stereo is 92 MB at the highest sample rate that is accepted, with 32 bits. */
export const maxExampleMegabytes = 100
export const maxExampleBytes = maxExampleMegabytes * 1024 * 1024
