// The licence of the last upload, offered again for the next one (D-072): on the device, for each account.

import { deviceStorage } from '#web/api/device-storage.ts'

const fromKey = (artistId: string) => `undersong.last-licensed-from.${artistId}`
const documentKey = (artistId: string) => `undersong.last-license-document.${artistId}`

export function lastLicence(artistId: string) {
  const storage = deviceStorage()
  return {
    licensedFrom: storage.getItem(fromKey(artistId)) ?? '',
    documentUrl: storage.getItem(documentKey(artistId)),
  }
}

type Licence = { status: string; from: string; documentUrl: string }

/** After the details of a track were sent; an empty text keeps what is remembered. */
export function rememberLicence(artistId: string, { status, from, documentUrl }: Licence): void {
  const storage = deviceStorage()
  if (status === 'licensed' && from !== '') storage.setItem(fromKey(artistId), from)
  if (documentUrl !== '') storage.setItem(documentKey(artistId), documentUrl)
}

/** The server has it no longer. */
export function forgetLastDocument(artistId: string): void {
  deviceStorage().removeItem(documentKey(artistId))
}
