// Endpoints of licences: a track's licence, and the documents that prove it.

import { z } from 'zod'
import {
  maxLicenceDocumentBytes,
  licenceDocumentFileTypes,
  licenceDocumentFormats,
  licenceDocumentLinkMinutes,
} from '#rules/licences/licence-documents.ts'
import { licenceStatuses } from '#rules/tracks/track-options.ts'
import { endpoint } from './endpoint.ts'

export const uploadLicenceDocument = endpoint('POST /api/proxy/license', {
  by: 'artist',
  summary: `Stores a document that proves a licence: ${licenceDocumentFormats}. Its address goes with the details of a track.`,
  file: {
    field: 'licenseDocument',
    summary: 'The document.',
    accept: licenceDocumentFileTypes,
    maxBytes: maxLicenceDocumentBytes,
    refusals: {
      missing: 'license_document_missing',
      notAccepted: 'license_document_not_accepted',
      tooLarge: 'license_document_too_large',
      interrupted: 'upload_interrupted',
    },
  },
  refusals: [
    'license_document_missing',
    'license_document_not_accepted',
    'license_document_too_large',
    'upload_interrupted',
    'too_many_license_documents',
    'storage_full',
  ],
  input: z.object({}),
  output: z.object({ licenseDocumentUrl: z.string(), message: z.string() }),
})

export const getLicenceInfo = endpoint('GET /api/proxy/tracks/{id}/license-info', {
  by: 'anyone',
  summary: "A track's licence; its document only for its artist and for admins.",
  refusals: ['not_found'],
  input: z.object({ id: z.uuid() }),
  output: z.object({
    trackLicenseStatus: z.enum(licenceStatuses),
    trackLicensedFrom: z.string().nullable(),
    /** The address of `openLicenceDocument`. */
    trackLicenseDocumentUrl: z.string().nullable(),
  }),
})

const onlyForOwners = 'For its artist and for admins; for others it does not exist.'

export const openLicenceDocument = endpoint('GET /api/proxy/license/{id}', {
  by: 'anyone',
  summary: `Redirects to a link to the document that works for ${licenceDocumentLinkMinutes} minutes. ${onlyForOwners}`,
  produces: 'redirect',
  refusals: ['not_found'],
  input: z.object({ id: z.uuid() }),
  output: z.unknown(),
})

export const downloadLicenceDocument = endpoint('GET /api/proxy/license/{id}/file', {
  by: 'anyone',
  summary: `The document, by the link of \`openLicenceDocument\`. ${onlyForOwners}`,
  produces: 'application/octet-stream',
  refusals: ['not_found'],
  input: z.object({
    id: z.uuid(),
    user: z.string().describe('Whom the link was made for.'),
    exp: z.string().describe('When it ends, in seconds since 1970.'),
    key: z.string().describe('The signature of all three.'),
  }),
  output: z.unknown(),
})
