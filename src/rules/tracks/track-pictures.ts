// The addresses of a track's pictures.

/** The cover as PNG of 512 × 512, for what shows no SVG: media controls, search engines. */
export function rasterCoverUrl(coverUrl: string): string {
  return coverUrl.replace('/cover.svg', '/cover.png')
}
