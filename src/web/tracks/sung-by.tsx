// The line with the original artist. A traditional song has none.

const isTraditional = (originalArtist: string) => /^traditional\b/i.test(originalArtist)

export function SungBy({ originalArtist }: { originalArtist: string }) {
  const name = <bdi>{originalArtist}</bdi>
  return isTraditional(originalArtist) ? name : <>as sung by {name}</>
}

/** The same as plain text. */
export function sungBy(originalArtist: string): string {
  return isTraditional(originalArtist) ? originalArtist : `as sung by ${originalArtist}`
}
