// The limits of uploads and recordings, the artist's confirmation, and the messages for invalid form fields.

import { offeredFormats } from '../music/audio-formats.ts'
import { maxArtistPricePence, parsePounds } from '../price.ts'

export const maxUploadMegabytes = 250
export const maxUploadBytes = maxUploadMegabytes * 1024 * 1024

/** Per artist: uploads being received or processed. */
export const maxUploadsAtOnce = 3

/** Per artist: all uploads that are neither listed nor refused, those that wait for their details included. */
export const maxUnfinishedUploads = 10

/** After the last byte, details or preparation: an upload without details is then removed, with its file. */
export const unsubmittedUploadHours = 24

/** An announced upload without a single byte: until then its bytes are promised space on the disk. */
export const unbegunUploadHours = 1

/** An upload whose artist does not answer which key it is in is refused then; its details stay. */
export const unansweredUploadDays = 30

/** Which recordings are accepted. */
export const audioLimits = {
  formats: offeredFormats,
  minSeconds: 5,
  maxMinutes: 20,
  minSampleRateHz: 8_000,
  maxSampleRateHz: 192_000,
  maxChannels: 2,
  silentBelowLufs: -60,
} as const

export const artistConfirmation =
  'I confirm that I recorded this track myself, and there is no MIDI or AI being used in this recording. I also confirm that I have the right to upload this track, and I am following all copyright and licensing laws applicable to my country.'

/** The messages for empty required fields. */
export const missingInUpload = {
  title: 'Please enter the title',
  originalArtist: 'Please enter the original artist',
  description: 'Please enter the description',
  price: 'Please enter a price in pounds',
  type: 'Please choose a track format',
  backingTrackType: 'Please choose the instrumentation',
  licensedFrom: 'Please enter who the song is licensed from',
  confirmation: 'Please confirm that this is your own recording',
} as const

/** The message for an invalid typed price; null if it is valid. */
export function problemWithPrice(text: string): string | null {
  const typed = text.trim()
  if (typed === '') return missingInUpload.price
  const pence = parsePounds(typed)
  if (pence === null)
    return groupsThousands.test(typed)
      ? 'Please write thousands without a comma, like 1000'
      : 'Please enter a price in pounds, like 4.99'
  return pence > maxArtistPricePence ? 'That is more than a card payment can be' : null
}

/** '1,000': 1000 in some countries, 1 in others. */
const groupsThousands = /^£?\s*\d{1,3}(?:,\d{3})+(?:\.\d*)?$/
