// The picture that other sites show with a link to an artist: the artist's picture or portrait, name, instrument and number
// of tracks, 1200 × 630.

import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { initialOf, portraitUrl } from '#rules/artists/portraits.ts'
import { coverDensity } from '#server/tracks/pictures/raster-cover.ts'
import {
  accent,
  composeShare,
  drawText,
  ink,
  inkSoft,
  shareHeight,
} from '#server/tracks/pictures/share-frame.ts'
import type { ArtistRow } from '../artist-queries.ts'
import { artistPortrait } from './artist-portrait.ts'

export type ArtistShareSubject = {
  id: string
  name: string
  instrument: string | null
  tracks: number
  avatar: string | null
}

/** Raised with every change of the drawing. */
const drawing = 2

/** Changes with everything that the picture shows. */
export function artistShareVersion(subject: ArtistShareSubject): string {
  const { id, name, instrument, tracks, avatar } = subject
  const shown = [drawing, avatar ?? portraitUrl(id), name, instrument, tracks]
  return createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 12)
}

/** What the picture of a link to the artist shows. */
export function shareSubject(row: ArtistRow): ArtistShareSubject {
  const { artist_id: id, display_name, username, instrument, tracks, avatar } = row
  return { id, name: display_name ?? username, instrument, tracks, avatar }
}

export function presentArtistSharePicture(row: ArtistRow): string {
  return `/public/users/${row.artist_id}/share.png?v=${artistShareVersion(shareSubject(row))}`
}

/** @param picture of the artist, if there is one */
export async function artistSharePicture(
  subject: ArtistShareSubject,
  picture: Buffer | null,
): Promise<Buffer> {
  const { id, name, instrument, tracks } = subject
  const square = picture
    ? await sharp(picture).resize(shareHeight, shareHeight).toBuffer()
    : await letteredPortrait(id, name)
  const title = await drawText(name, {
    sizes: [72, 60, 50, 40, 32, 26],
    colour: ink,
    maxHeight: 270,
  })
  const below = await drawText(instrument ?? 'Backing tracks', {
    sizes: [30, 26, 22, 18, 15],
    colour: inkSoft,
    maxHeight: 130,
    family: 'Noto Sans',
  })
  const foot =
    tracks === 0
      ? null
      : await drawText(tracks === 1 ? '1 backing track' : `${tracks} backing tracks`, {
          sizes: [34, 26],
          colour: accent,
          maxHeight: 60,
        })
  return composeShare(square, { title, below, foot })
}

async function letteredPortrait(id: string, name: string): Promise<Buffer> {
  const letter = await drawText(initialOf(name), {
    sizes: [190],
    colour: '#FFF6E4',
    maxHeight: shareHeight,
  })
  return sharp(Buffer.from(artistPortrait(id)), { density: coverDensity(shareHeight) })
    .resize(shareHeight, shareHeight)
    .composite([
      {
        input: letter.picture,
        left: Math.round((shareHeight - letter.width) / 2),
        top: Math.round((shareHeight - letter.height) / 2),
      },
    ])
    .png()
    .toBuffer()
}
