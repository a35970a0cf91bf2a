// Who sang a song first, in a line of ours. A traditional song has no first singer.

const isTraditional = (originalArtist: string) => /^traditional\b/i.test(originalArtist)

export function SungBy({ originalArtist }: { originalArtist: string }) {
  const name = <bdi>{originalArtist}</bdi>
  return isTraditional(originalArtist) ? name : <>as sung by {name}</>
}

/** The same where only text goes. */
export function sungBy(originalArtist: string): string {
  return isTraditional(originalArtist) ? originalArtist : `as sung by ${originalArtist}`
}
