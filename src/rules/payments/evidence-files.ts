// The files that are sent to a customer's bank against a dispute: what the card provider takes, and the addresses of those
// that are stored.

/** What a file shows. The provider takes one of each. */
export const evidenceFileFields = {
  receipt: { label: 'Receipt' },
  service: { label: 'Delivery, downloads and plays' },
  messages: { label: 'Messages with the customer' },
  other: { label: 'Something else' },
} as const

export type EvidenceFileField = keyof typeof evidenceFileFields

// The keys of the table above.
export const evidenceFileFieldNames = Object.keys(evidenceFileFields) as [
  EvidenceFileField,
  ...EvidenceFileField[],
]

export const evidenceFileTypes = ['application/pdf', 'image/jpeg', 'image/png'] as const
export type EvidenceFileType = (typeof evidenceFileTypes)[number]

/** For the file dialog. Some systems give files no media type: then the ending of the file's name counts. */
export const evidenceFileAccept = [...evidenceFileTypes, '.pdf', '.jpg', '.jpeg', '.png'] as const

export const evidenceFileFormats = 'PDF, JPEG or PNG'

/** The size of all files of a dispute together. */
export const maxEvidenceMegabytes = 4.5
export const maxEvidenceBytes = maxEvidenceMegabytes * 1024 * 1024

/** In a PDF: the provider refuses one of fifty. */
export const maxEvidencePages = 49

export const maxEvidenceFileNameLength = 255

/** After the bank has decided: it can still change its mind. */
export const evidenceKeptDays = 180

/** A file is attached here. */
export function evidenceFilesUrl(disputeId: string): string {
  return `/api/proxy/admin/bank-disputes/${disputeId}/files`
}

export function evidenceFileUrl(fileId: string): string {
  return `/api/proxy/admin/evidence-files/${fileId}`
}
