// Licence documents: which files are accepted, how long a link to one works, and the address of a stored one.

/** What a document can be. Not SVG, which can contain scripts. */
export const licenceDocumentTypes = [
  'application/pdf',
  'image/jpeg',
  'image/png',
  'image/webp',
] as const
export type LicenceDocumentType = (typeof licenceDocumentTypes)[number]

/** For the file dialog. Some systems give files no media type: then the ending of the file's name counts. */
export const licenceDocumentFileTypes = [
  ...licenceDocumentTypes,
  '.pdf',
  '.jpg',
  '.jpeg',
  '.png',
  '.webp',
] as const

export const licenceDocumentFormats = 'PDF, JPEG, PNG or WebP'
export const maxLicenceDocumentMegabytes = 10
export const maxLicenceDocumentBytes = maxLicenceDocumentMegabytes * 1024 * 1024

/** Per artist: documents that no track uses. Those of tracks are not limited. */
export const maxUnusedLicenceDocuments = 20

/** The artist's browser offers the last document again for the next track. */
export const unusedLicenceDocumentDays = 30

/** From the address of a document the browser is sent to a link that works this long (D-071). */
export const licenceDocumentLinkMinutes = 5

const folder = '/api/proxy/license/'
const address = /^\/api\/proxy\/license\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Stays the same: a track refers to its document by it, and the artist's browser remembers it. */
export function licenceDocumentUrl(id: string): string {
  return folder + id
}

/** Returns null for any other address. */
export function licenceDocumentId(url: string): string | null {
  return address.exec(url)?.[1] ?? null
}
