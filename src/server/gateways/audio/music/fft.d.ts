/** The package has no types. */
declare module 'fft.js' {
  export default class FFT {
    /** A power of two. */
    constructor(size: number)
    /** Real and imaginary parts in turns, for half of the frequencies. */
    realTransform(output: Float64Array, input: Float64Array): void
  }
}
