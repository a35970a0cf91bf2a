/** 'Request Custom Track from Rosa'; before the artist is known, without the name (COM-02). */
export function requestTitle(artist: { displayName: string } | null): string {
  return artist === null
    ? 'Request Custom Track'
    : `Request Custom Track from ${artist.displayName}`
}
