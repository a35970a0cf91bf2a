// Sending a recording in any number of requests, by the tus protocol 1.0.0 (https://tus.io) with the extensions `creation`
// and `termination`. Its requests and responses have headers instead of JSON, so these are no endpoints.

import type { RefusalCode } from '#rules/errors/refusal.ts'
import { uploadRefusals } from '#rules/uploads/upload-process.ts'

export type ResumableOperation = {
  method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE'
  path: string
  by: 'artist'
  /** The media type of the body; without it a body is ignored. */
  consumes?: string
  summary: string
  refusals: readonly RefusalCode[]
}

/** The address of an upload's file; nothing can be read there. */
const filePath = '/api/proxy/uploads/{id}/file'

const whileReceiving = ['not_found', 'upload_busy', 'upload_offset', 'upload_interrupted'] as const

export const resumableUploads = {
  create: {
    method: 'POST',
    path: '/api/proxy/uploads',
    by: 'artist',
    summary:
      'Announces a recording: `Upload-Length` in bytes, `Upload-Metadata` with `filename` and, to take the place of another own upload and its details, with `replaces`, its id. `Location` is the address for the bytes.',
    refusals: [
      'email_unverified',
      'payment_setup_needed',
      'too_many_uploads',
      'too_many_unfinished_uploads',
      'storage_full',
      'upload_file_missing',
      'upload_too_large',
      'upload_listed',
    ],
  },
  find: {
    method: 'HEAD',
    path: filePath,
    by: 'artist',
    summary: 'How many bytes are stored, in `Upload-Offset`. A request that sends bytes is ended.',
    refusals: [...whileReceiving, ...uploadRefusals],
  },
  send: {
    method: 'PATCH',
    path: filePath,
    by: 'artist',
    consumes: 'application/offset+octet-stream',
    summary:
      'Adds the bytes behind `Upload-Offset`, which must be the number of those stored. The first ones show whether the file is accepted; with the last one its preparation begins.',
    refusals: [...whileReceiving, ...uploadRefusals, 'storage_full', 'upload_too_large'],
  },
  remove: {
    method: 'DELETE',
    path: filePath,
    by: 'artist',
    summary: 'Removes the upload, as `DELETE /api/proxy/uploads/{id}` does.',
    refusals: [...whileReceiving, 'upload_listed'],
  },
} as const satisfies Record<string, ResumableOperation>
