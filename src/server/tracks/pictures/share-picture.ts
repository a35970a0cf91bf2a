// The picture that other sites show with a link to a track: its cover, title, artists and key, 1200 × 630.

import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { keyLabel, spokenKey } from '#rules/musical-key.ts'
import { productName } from '#rules/product.ts'
import { loadFonts } from './font-files.ts'
import { coverDensity } from './raster-cover.ts'
import { coverVersion, trackCover, type CoverSubject } from './track-cover.ts'

export type ShareSubject = CoverSubject & {
  title: string
  originalArtist: string
  artistName: string
}

const width = 1200
const height = 630
const left = height + 48
const textWidth = width - left - 48

const paper = '#FBF6EC'
const ink = '#2A1A12'
const inkSoft = '#654C3D'
const accent = '#8F3A1C'

/** Raised with every change of the drawing. */
const drawing = 1

/** Changes with everything that the picture shows. */
export function shareVersion(subject: ShareSubject): string {
  const { title, originalArtist, artistName, keySignature } = subject
  const shown = [drawing, coverVersion(subject), title, originalArtist, artistName, keySignature]
  return createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 12)
}

/** A PNG of at most 256 colours, about 90 KB. */
export async function sharePicture(subject: ShareSubject): Promise<Buffer> {
  await loadFonts()
  const key = keyLabel(subject.keySignature)
  const [name, title, artists, keyText] = await Promise.all([
    drawText(productName, { sizes: [30], colour: accent, mostHeight: 60 }),
    drawText(subject.title, {
      sizes: [76, 64, 54, 46, 38, 32, 26, 21],
      colour: ink,
      mostHeight: 270,
    }),
    drawText(`${subject.originalArtist}\nRecorded by ${subject.artistName}`, {
      sizes: [30, 26, 22, 18, 15],
      colour: inkSoft,
      mostHeight: 130,
      family: 'Noto Sans',
    }),
    key === null
      ? null
      : drawText(spokenKey(subject.keySignature) ?? key, {
          sizes: [34, 26],
          colour: accent,
          mostHeight: 60,
        }),
  ])
  const cover = await sharp(Buffer.from(trackCover(subject)), { density: coverDensity(height) })
    .resize(height, height)
    .toBuffer()
  const titleTop = 120
  const placed = [
    { input: cover, left: 0, top: 0 },
    { input: name.picture, left, top: 48 },
    { input: title.picture, left, top: titleTop },
    { input: artists.picture, left, top: titleTop + title.height + 28 },
    ...(keyText ? [{ input: keyText.picture, left, top: height - 48 - keyText.height }] : []),
  ]
  return sharp({ create: { width, height, channels: 3, background: paper } })
    .composite(placed)
    .png({ palette: true, effort: 1 })
    .toBuffer()
}

type TextStyle = {
  /** The largest that fits is used. */
  sizes: readonly number[]
  mostHeight: number
  colour: string
  family?: string
}

/** Wraps between words, or within one that is too long. */
async function drawText(
  text: string,
  { sizes, mostHeight, colour, family = 'Young Serif' }: TextStyle,
) {
  let drawn = { picture: Buffer.alloc(0), height: Number.POSITIVE_INFINITY }
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
    drawn = { picture: data, height: info.height }
    if (drawn.height <= mostHeight) break
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
