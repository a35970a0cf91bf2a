// The picture that other sites show with a link to a track: its cover, title, artists and key, 1200 × 630.

import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { keyLabel, spokenKey } from '#rules/music/musical-key.ts'
import { coverDensity } from './raster-cover.ts'
import { accent, composeShare, drawText, ink, inkSoft, shareHeight } from './share-frame.ts'
import { coverVersion, trackCover, type CoverSubject } from './track-cover.ts'

export type ShareSubject = CoverSubject & {
  title: string
  originalArtist: string
  artistName: string
}

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
  const key = keyLabel(subject.keySignature)
  const [title, artists, keyText] = await Promise.all([
    drawText(subject.title, {
      sizes: [76, 64, 54, 46, 38, 32, 26, 21],
      colour: ink,
      maxHeight: 270,
    }),
    drawText(`${subject.originalArtist}\nRecorded by ${subject.artistName}`, {
      sizes: [30, 26, 22, 18, 15],
      colour: inkSoft,
      maxHeight: 130,
      family: 'Noto Sans',
    }),
    key === null
      ? null
      : drawText(spokenKey(subject.keySignature) ?? key, {
          sizes: [34, 26],
          colour: accent,
          maxHeight: 60,
        }),
  ])
  const cover = await sharp(Buffer.from(trackCover(subject)), {
    density: coverDensity(shareHeight),
  })
    .resize(shareHeight, shareHeight)
    .toBuffer()
  return composeShare(cover, { title, below: artists, foot: keyText })
}
