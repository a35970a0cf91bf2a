// A file that a client uploads as evidence: which ones the provider takes, told by their bytes.
import type { Stripe } from 'stripe'
import { invalidParameter } from '../api/stripe-failure.ts'

export const evidencePurpose = 'dispute_evidence'

const maxFileBytes = 5 * 1024 * 1024
const pagesRefused = 50

export interface UploadedFile {
  name: string | null
  type: FileType
  bytes: Buffer
}

type FileType = 'pdf' | 'jpg' | 'png'

export const mediaTypes: Record<string, string> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  png: 'image/png',
} satisfies Record<FileType, string>

const beginnings: Record<FileType, Buffer> = {
  pdf: Buffer.from('%PDF-'),
  jpg: Buffer.from([0xff, 0xd8, 0xff]),
  png: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
}

/** @throws StripeFailure for what is no file, or none that the provider takes as evidence. */
export function readUpload(file: Stripe.FileCreateParams['file']): UploadedFile {
  // On the wire it is a part of a multipart form: requests/multipart.ts.
  if (typeof file !== 'object' || typeof file.data !== 'string') {
    throw invalidParameter('Invalid file: send it as a part of a multipart form.', {
      param: 'file',
    })
  }
  const bytes = Buffer.from(file.data, 'base64')
  if (bytes.length === 0) throw invalidParameter('The file is empty.', { param: 'file' })
  // Assumption: the provider's documentation states the limit, and no wording.
  if (bytes.length > maxFileBytes) {
    throw invalidParameter(`The file is larger than ${maxFileBytes} bytes.`, { param: 'file' })
  }
  const type = typeOf(bytes)
  if (type === undefined) {
    throw invalidParameter(
      `We don't currently support that file type. Try uploading a file with one of the following mimetypes: ${Object.values(mediaTypes).join(', ')}.`,
      { param: 'file' },
    )
  }
  if (type === 'pdf' && pagesOf(bytes) >= pagesRefused) {
    throw invalidParameter(
      `The file you uploaded was too long. Please upload a file with fewer than ${pagesRefused} pages.`,
      { param: 'file' },
    )
  }
  return { name: file.name ?? null, type, bytes }
}

function typeOf(bytes: Buffer): FileType | undefined {
  const types: FileType[] = ['pdf', 'jpg', 'png']
  return types.find((type) => bytes.subarray(0, beginnings[type].length).equals(beginnings[type]))
}

/** Of the pages that are written plainly, which is enough for a test: a PDF can also have them compressed. */
function pagesOf(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}
