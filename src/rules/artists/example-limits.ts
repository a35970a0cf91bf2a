// What artists may send to show how they play.

export const mostExamples = 5
export const longestExampleSeconds = 60
/** In characters. */
export const longestExampleDescription = 200
/** A minute is 35 MB at most, in the largest format that is accepted. */
export const largestExampleMegabytes = 60
export const largestExampleBytes = largestExampleMegabytes * 1024 * 1024
