// Seeded random numbers: the same seed gives the same music.

/** The next number in [0, 1). */
export type Random = () => number

/** A xorshift generator: 32 bits of state are sufficient for noise and human timing. */
export function seededRandom(seed: number): Random {
  // The state must never be zero, and neighbouring seeds must not sound alike.
  let state = Math.imul(seed + 1, 0x9e3779b1) | 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

export function chooseFrom<T>(choices: readonly [T, ...T[]], random: Random): T {
  return choices[Math.floor(random() * choices.length)] ?? choices[0]
}
