/** A traditional song has no first singer. */
export function sungBy(originalArtist: string): string {
  return /^traditional\b/i.test(originalArtist) ? originalArtist : `as sung by ${originalArtist}`
}
