// Text as people type it, brought into one form: what looks the same is the same, and nothing stands there unseen.

/** A title, a name: white space of any kind is one space. */
export function oneLine(text: string): string {
  return withoutUnseen(text.replaceAll(/\s+/gu, ' ')).trim()
}

/** A description: lines end in one way, however they travelled. */
export function manyLines(text: string): string {
  return withoutUnseen(text.replaceAll(/\r\n?/g, '\n').replaceAll('\t', ' ')).trim()
}

export function showsSomething(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(text)
}

/** Latin letters beside Cyrillic or Greek ones: nobody can tell such a name from another. */
export function mixesAlphabets(text: string): boolean {
  return /\p{Script=Latin}/u.test(text) && /\p{Script=Cyrillic}|\p{Script=Greek}/u.test(text)
}

/** The joiners hold emoji and some scripts together. */
const kept = new Set(['\n', '\u200C', '\u200D'])

/**
 * Control characters, those that hide or turn the direction of what follows, and halves of surrogate pairs:
 * PostgreSQL refuses JSON that holds one.
 */
function withoutUnseen(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, (one) => (kept.has(one) ? one : ''))
}
