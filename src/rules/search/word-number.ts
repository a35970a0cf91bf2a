// Singular and plural: a search for either finds both.

/** They end in -s, and are no plurals. */
const noPlurals = new Set(
  'always blues christmas does goes has hers james jones news ours perhaps series texas theirs thomas was yes yours'.split(
    ' ',
  ),
)

/** The other number of an English word, in each spelling that is possible: which of them exist, the words of tracks tell. */
export function otherNumbers(word: string): string[] {
  if (!/^[a-z]{3,}$/.test(word)) return []
  return [...new Set([...pluralsOf(word), ...singularsOf(word)])]
}

/** -s after every word: it is also the possessive ('Mary’s' is indexed as 'marys'). */
function pluralsOf(word: string): string[] {
  const plurals = [`${word}s`]
  if (/(s|x|z|ch|sh|o)$/.test(word)) plurals.push(`${word}es`)
  if (/[^aeiou]y$/.test(word)) plurals.push(`${word.slice(0, -1)}ies`)
  return plurals
}

function singularsOf(word: string): string[] {
  if (word.length < 4 || noPlurals.has(word) || !/[^sui]s$/.test(word)) return []
  const singulars = [word.slice(0, -1)]
  if (/(s|x|z|ch|sh|o)es$/.test(word)) singulars.push(word.slice(0, -2))
  if (/[^aeiou]ies$/.test(word)) singulars.push(`${word.slice(0, -3)}y`)
  return singulars
}
