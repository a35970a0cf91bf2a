// Normalises titles and searches to plain words, so that accents, case and apostrophes do not affect a match.

/** "Don't Stop, Chloé" → ['dont', 'stop', 'chloe'] */
export function searchWords(text: string): string[] {
  return (
    text
      // Often typed as an apostrophe; NFKD would turn it into a space.
      .replaceAll('´', '')
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(/['’‘`]/g, '')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== '')
  )
}

/** True if the words are equal, or differ by one missing, added or changed letter or by two swapped neighbours. */
export function isOneTypoAway(one: string, other: string): boolean {
  if (one === other) return true
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (long.length - short.length > 1) return false
  let from = 0
  while (from < short.length && short[from] === long[from]) from++
  if (short.length < long.length) return short.slice(from) === long.slice(from + 1)
  const changed = short.slice(from + 1) === long.slice(from + 1)
  const swapped =
    short[from] === long[from + 1] &&
    short[from + 1] === long[from] &&
    short.slice(from + 2) === long.slice(from + 2)
  return changed || swapped
}
