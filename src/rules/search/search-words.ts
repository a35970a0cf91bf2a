// Normalises titles and searches to plain words, so that accents, case and apostrophes do not affect a match.

/** "Don't Stop, Chloé" → ['dont', 'stop', 'chloe'] */
export function searchWords(text: string): string[] {
  return plainText(text).match(/[\p{L}\p{N}]+/gu) ?? []
}

/** In lower case, without accents, apostrophes and invisible characters. */
export function plainText(text: string): string {
  return (
    text
      // Often typed as an apostrophe; NFKD would turn it into a space.
      .replaceAll('´', '')
      .normalize('NFKD')
      .replace(/[\p{M}\p{Cf}]/gu, '')
      .replace(/['’‘`ʼʻ′]/g, '')
      .toLowerCase()
      .replace(/[øæœßłđðþı]/g, (letter) => plainLetters[letter] ?? letter)
  )
}

/** Unicode does not decompose these letters. */
const plainLetters: Record<string, string> = {
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}
