// What artists may send to show how they play.

export const maxExamples = 5
export const longestExampleSeconds = 60
/** In characters. */
export const longestExampleDescription = 200
/** A minute in stereo is 92 MB at the highest sample rate that is accepted, with 32 bits. */
export const largestExampleMegabytes = 100
export const largestExampleBytes = largestExampleMegabytes * 1024 * 1024
