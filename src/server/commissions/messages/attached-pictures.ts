// Draws an attached picture again from its pixels: metadata, hidden files and everything else in the file is left behind.

import sharp from 'sharp'
import { maxPictureSide, maxPictureMegapixels } from '#rules/commissions/message-limits.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import { openCallQueue } from '#server/db/call-queue.ts'

const maxPixels = maxPictureMegapixels * 1_000_000
const maxDecodingSeconds = 10
const quality = 80

/** A picture takes a processor for a second, and memory for all of its pixels. */
const queued = openCallQueue({ maxAtOnce: 1, maxWaiting: 20 })

/** As WebP, upright, of a bounded size. @throws Refusal picture_unreadable, picture_too_many_pixels; Busy */
export async function drawPicture(
  file: Buffer,
): Promise<{ bytes: Buffer; width: number; height: number }> {
  await refuseTooManyPixels(file)
  return queued(async () => {
    const { data, info } = await sharp(file, { limitInputPixels: maxPixels, failOn: 'error' })
      .timeout({ seconds: maxDecodingSeconds })
      .autoOrient()
      .resize(maxPictureSide, maxPictureSide, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .webp({ quality })
      .toBuffer({ resolveWithObject: true })
      .catch(refuseUnreadable)
    return { bytes: data, width: info.width, height: info.height }
  })
}

/** By the header, before anything is decoded. */
async function refuseTooManyPixels(file: Buffer): Promise<void> {
  const header = sharp(file, { limitInputPixels: false }).metadata()
  const { width, height } = await header.catch(refuseUnreadable)
  if (width * height > maxPixels) throw new Refusal('picture_too_many_pixels')
}

/** The library's errors are plain ones; each says that this file cannot be decoded. */
function refuseUnreadable(cause: unknown): never {
  throw new Refusal('picture_unreadable', { cause })
}
