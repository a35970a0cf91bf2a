// Filters and orders as visitors might choose them, under the names of the catalogue's URL; and words as they type them.

import { chooseFrom, type Random } from '../../demo/music/score/random.ts'
import { filterChoices } from '../../src/rules/search/facets.ts'
import { trackFilterNames } from '../../src/rules/search/track-search.ts'
import { trackSorts } from '../../src/rules/tracks/track-options.ts'

/** At most `most` different filters, at least one. */
export function randomFilters(max: number, random: Random): string[][] {
  const names = trackFilterNames
    .map((name) => ({ name, order: random() }))
    .toSorted((one, other) => one.order - other.order)
    .slice(0, 1 + Math.floor(random() * max))
  return names.map(({ name }) => [name, anyOf(filterChoices[name], random)])
}

export function randomSort(random: Random): string[] {
  return ['orderBy', chooseFrom(trackSorts, random)]
}

/** @throws for an empty list. */
export function anyOf<One>(list: readonly One[], random: Random): One {
  const one = list[Math.floor(random() * list.length)]
  if (one === undefined) throw new Error('There is nothing to choose from.')
  return one
}

/** Short words stay: with a letter changed they are other words. */
const minMistypedLength = 5

/** With a letter missing, doubled or changed, or two letters swapped, in as many of the longest words. */
export function mistype(words: readonly string[], mistakes: number, random: Random): string[] {
  const typed = [...words]
  const long = words
    .map((word, at) => ({ at, length: word.length }))
    .filter(({ length }) => length >= minMistypedLength)
    .toSorted((one, other) => other.length - one.length)
  for (const { at } of long.slice(0, mistakes)) typed[at] = mistypeWord(typed[at] ?? '', random)
  return typed
}

function mistypeWord(word: string, random: Random): string {
  const at = 1 + Math.floor(random() * (word.length - 2))
  const [before, letter, after] = [word.slice(0, at), word[at] ?? '', word.slice(at + 1)]
  return chooseFrom(
    [
      before + after,
      before + letter + letter + after,
      before + chooseFrom(['a', 'e', 'i', 'o', 'n', 's'], random) + after,
      before + after.slice(0, 1) + letter + after.slice(1),
    ],
    random,
  )
}
