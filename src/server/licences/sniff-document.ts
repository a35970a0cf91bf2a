// The type of a document, by its first bytes: neither its name nor the type that the client declares is trusted.

import type { LicenceDocumentType } from '#rules/licences/licence-documents.ts'

/** How many bytes from the start of a file `sniffDocument` needs. */
export const sniffedBytes = 16

/** In hexadecimal. A file that begins with something else, such as a page with a PDF inside, is none. */
const patterns: Record<LicenceDocumentType, RegExp> = {
  // '%PDF-1.' or '%PDF-2.', and a digit.
  'application/pdf': /^255044462d3[12]2e3\d/,
  'image/jpeg': /^ffd8ff[c-f]/,
  'image/png': /^89504e470d0a1a0a0000000d49484452$/,
  // 'RIFF', a length, 'WEBPVP8', and one of ' ', 'L' and 'X'.
  'image/webp': /^52494646.{8}57454250565038(?:20|4c|58)$/,
}

export const documentExtensions: Record<LicenceDocumentType, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
}

export function sniffDocument(head: Uint8Array): LicenceDocumentType | null {
  const bytes = Buffer.from(head).toString('hex')
  const types = Object.keys(patterns) as LicenceDocumentType[]
  return types.find((type) => patterns[type].test(bytes)) ?? null
}
