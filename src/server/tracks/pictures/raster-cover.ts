// The cover as a bitmap, for what shows no SVG: the media controls of operating systems and search engines.

import sharp from 'sharp'
import { trackCover, type CoverSubject } from './track-cover.ts'

const side = 512
/** The side of the SVG. */
const coverSide = 400
/** At which an SVG's pixel is one pixel of the bitmap. */
const plainDensity = 72

/** At which a cover is a bitmap of this side. */
export function coverDensity(bitmapSide: number): number {
  return (plainDensity * bitmapSide) / coverSide
}

// Each picture takes one processor; the store limits how many are drawn at once.
sharp.concurrency(1)

/** A PNG of 512 × 512 with at most 256 colours, about 50 KB. */
export function rasterCover(subject: CoverSubject): Promise<Buffer> {
  return sharp(Buffer.from(trackCover(subject)), { density: coverDensity(side) })
    .resize(side, side)
    .png({ palette: true })
    .toBuffer()
}
