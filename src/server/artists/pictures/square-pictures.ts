// Draws the squares of a picture from its pixels: metadata, hidden files and everything else in the file is left behind.

import sharp from 'sharp'
import { avatarSizes, maxAvatarMegapixels, type AvatarSize } from '#rules/artists/avatars.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import { openCallQueue } from '#server/db/call-queue.ts'

export type SquarePicture = { size: AvatarSize; bytes: Buffer }

const largest = Math.max(...avatarSizes)
const maxDecodingSeconds = 10
const quality = 80

/** A picture takes a processor for a second, and memory for all of its pixels. */
const queued = openCallQueue({ maxAtOnce: 1, maxWaiting: 20 })

/** @throws Refusal avatar_not_accepted, avatar_too_many_pixels; Busy */
export async function drawSquares(file: Buffer): Promise<SquarePicture[]> {
  await refuseTooManyPixels(file)
  return queued(async () => {
    const { data, info } = await decode(file)
    const pictures: SquarePicture[] = []
    for (const size of avatarSizes) {
      const square = sharp(data, { raw: info }).resize(size, size)
      pictures.push({ size, bytes: await square.webp({ quality }).toBuffer() })
    }
    return pictures
  })
}

/** By the header, before anything is decoded. */
async function refuseTooManyPixels(file: Buffer): Promise<void> {
  const header = sharp(file, { limitInputPixels: false }).metadata()
  const { width, height } = await header.catch(refuseUnreadable)
  if (width * height > maxAvatarMegapixels * 1_000_000) throw new Refusal('avatar_too_many_pixels')
}

/** The largest square as pixels: upright, its middle, without transparency. */
function decode(file: Buffer) {
  return sharp(file, { limitInputPixels: maxAvatarMegapixels * 1_000_000, failOn: 'error' })
    .timeout({ seconds: maxDecodingSeconds })
    .autoOrient()
    .resize(largest, largest, { fit: 'cover' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(refuseUnreadable)
}

/** The library's errors are plain ones; each says that this file cannot be decoded. */
function refuseUnreadable(cause: unknown): never {
  throw new Refusal('avatar_not_accepted', { cause })
}
