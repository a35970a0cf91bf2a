// Normalises typed text: text that looks the same is stored the same, without invisible characters.

/** For titles and names: each run of white space becomes one space. */
export function oneLine(text: string): string {
  return withoutInvisible(text.replaceAll(/\s+/gu, ' ')).trim()
}

/** For descriptions: all line endings become \n. */
export function manyLines(text: string): string {
  return withoutInvisible(text.replaceAll(/\r\n?/g, '\n').replaceAll('\t', ' ')).trim()
}

export function showsSomething(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(text)
}

/** Latin letters beside Cyrillic or Greek ones: such a name can look identical to another one. */
export function mixesAlphabets(text: string): boolean {
  return /\p{Script=Latin}/u.test(text) && /\p{Script=Cyrillic}|\p{Script=Greek}/u.test(text)
}

/** The joiners are needed for emoji and for some scripts. */
const preserved = new Set(['\n', '\u200C', '\u200D'])

/**
 * Removes control characters, invisible and direction-changing characters, and unpaired surrogates: PostgreSQL refuses
 * JSON that contains one.
 */
function withoutInvisible(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, (character) =>
      preserved.has(character) ? character : '',
    )
}
