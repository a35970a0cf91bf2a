// Typing mistakes: a letter missing, doubled or changed, or two letters swapped.

import { chooseFrom, type Random } from '../../demo/music/random.ts'

/** Short words stay: with a letter changed they are other words. */
const shortest = 5

export function mistype(words: readonly string[], mistakes: number, random: Random): string[] {
  const typed = [...words]
  const long = words
    .map((word, at) => ({ at, length: word.length }))
    .filter(({ length }) => length >= shortest)
    .toSorted((one, other) => other.length - one.length)
  for (const { at } of long.slice(0, mistakes)) typed[at] = mistypeWord(typed[at] ?? '', random)
  return typed
}

function mistypeWord(word: string, random: Random): string {
  const at = 1 + Math.floor(random() * (word.length - 2))
  const [before, letter, after] = [word.slice(0, at), word[at] ?? '', word.slice(at + 1)]
  const typed = [
    before + after,
    before + letter + letter + after,
    before + chooseFrom(['a', 'e', 'i', 'o', 'n', 's'], random) + after,
    before + after.slice(0, 1) + letter + after.slice(1),
  ] as const
  return chooseFrom(typed, random)
}
