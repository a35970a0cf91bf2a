// The frame of every picture that other sites show with a link: a square drawing, the product's name and texts beside it.

import sharp from 'sharp'
import { productName } from '#rules/product.ts'
import { loadFonts } from './font-files.ts'

const width = 1200
export const shareHeight = 630
const left = shareHeight + 48
const textWidth = width - left - 48

const paper = '#FBF6EC'
export const ink = '#2A1A12'
export const inkSoft = '#654C3D'
export const accent = '#8F3A1C'

type Beside = { title: DrawnText; below: DrawnText; foot: DrawnText | null }

/** A PNG of at most 256 colours, about 90 KB. `drawing` is a square as high as the picture. */
export async function composeShare(
  drawing: Buffer,
  { title, below, foot }: Beside,
): Promise<Buffer> {
  const name = await drawText(productName, { sizes: [30], colour: accent, maxHeight: 60 })
  const titleTop = 120
  const placed = [
    { input: drawing, left: 0, top: 0 },
    { input: name.picture, left, top: 48 },
    { input: title.picture, left, top: titleTop },
    { input: below.picture, left, top: titleTop + title.height + 28 },
    ...(foot ? [{ input: foot.picture, left, top: shareHeight - 48 - foot.height }] : []),
  ]
  return sharp({ create: { width, height: shareHeight, channels: 3, background: paper } })
    .composite(placed)
    .png({ palette: true, effort: 1 })
    .toBuffer()
}

type TextStyle = {
  /** The largest that fits is used. */
  sizes: readonly number[]
  maxHeight: number
  colour: string
  family?: string
}

type DrawnText = { picture: Buffer; width: number; height: number }

/** Wraps between words, or within one that is too long. */
export async function drawText(
  text: string,
  { sizes, maxHeight, colour, family = 'Young Serif' }: TextStyle,
): Promise<DrawnText> {
  await loadFonts()
  let drawn = { picture: Buffer.alloc(0), width: 0, height: Number.POSITIVE_INFINITY }
  for (const size of sizes) {
    const { data, info } = await sharp({
      text: {
        text: `<span foreground="${colour}" insert_hyphens="false">${escapeMarkup(text)}</span>`,
        font: `${family} ${size}`,
        width: textWidth,
        wrap: 'word-char',
        rgba: true,
        // One point is one pixel.
        dpi: 72,
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true })
    drawn = { picture: data, width: info.width, height: info.height }
    if (drawn.height <= maxHeight) break
  }
  return drawn
}

function escapeMarkup(text: string): string {
  return text
    .replaceAll(/(?!\n)\p{Cc}/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
