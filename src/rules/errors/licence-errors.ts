import {
  maxLicenceDocumentMegabytes,
  licenceDocumentFormats,
  maxUnusedLicenceDocuments,
} from '../licences/licence-documents.ts'
import type { RefusalTable } from './refusal-table.ts'

export const licenceErrors = {
  license_document_missing: { status: 400, message: 'Please choose a license document.' },
  license_document_not_accepted: {
    status: 415,
    message: `This is not a document we can read. Please use ${licenceDocumentFormats}.`,
  },
  license_document_too_large: {
    status: 413,
    message: `The license document is larger than ${maxLicenceDocumentMegabytes} MB.`,
  },
  license_document_not_found: {
    status: 409,
    message: 'This license document is not stored any more. Please choose it again.',
  },
  too_many_license_documents: {
    status: 409,
    message: `${maxUnusedLicenceDocuments} of your license documents belong to no track yet. Please use one of them.`,
  },
} as const satisfies RefusalTable

/** Sent with the address of a stored document. */
export const licenceDocumentUploaded = 'License document uploaded!'
