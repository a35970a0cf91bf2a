// How far a typed word may be from the word that is meant.

/** Shorter words are not corrected: too many others are one letter away. */
export const minCorrectedLength = 3
/** From this length two typos are forgiven. */
const longWord = 7

export function forgivenTypos(word: string): 0 | 1 | 2 {
  const letters = [...word].length
  if (letters < minCorrectedLength) return 0
  return letters < longWord ? 1 : 2
}

/**
 * The number of typos between two words (a missing, added or changed letter, or two swapped neighbours), or null when
 * there are more than `max`. No letter is changed twice (optimal string alignment).
 */
export function typosBetween(one: string, other: string, max: number): number | null {
  const [from, to] = [[...one], [...other]]
  if (Math.abs(from.length - to.length) > max) return null
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      current.push(fewestTypos({ from, to, row, column, current, last, beforeLast }))
    }
    if (Math.min(...current) > max) return null
    beforeLast = last
    last = current
  }
  const typos = last[to.length] ?? 0
  return typos > max ? null : typos
}

type Cell = {
  from: string[]
  to: string[]
  row: number
  column: number
  current: number[]
  last: number[]
  beforeLast: number[]
}

function fewestTypos({ from, to, row, column, current, last, beforeLast }: Cell): number {
  const same = from[row - 1] === to[column - 1]
  const cost = at(last, column - 1) + (same ? 0 : 1)
  const best = Math.min(cost, at(last, column) + 1, at(current, column - 1) + 1)
  const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
  return isSwap ? Math.min(best, at(beforeLast, column - 2) + 1) : best
}

const at = (values: number[], index: number) => values[index] ?? Number.POSITIVE_INFINITY

/** True if a word may begin as it is typed, but for so many typos: 'halelu' for 'hallelujah'. */
export function beginsWithTypos(word: string, typed: string, max: number): boolean {
  const letters = [...word]
  const length = [...typed].length
  for (let end = Math.max(0, length - max); end <= length + max; end++) {
    if (typosBetween(letters.slice(0, end).join(''), typed, max) !== null) return true
  }
  return false
}
