// Sending a delivery, or the sung guide with it, in any number of requests: the tus protocol, as for other recordings.

import type { ResumableOperation } from '../resumable-uploads.ts'

const folder = '/api/commissions/{id}/deliveries'
const file = `${folder}/{deliveryId}`

const whileReceiving = ['not_found', 'upload_busy', 'upload_offset', 'upload_interrupted'] as const

const whyNotTaken = [
  'commission_moved',
  'commission_too_late',
  'commission_frozen',
  'delivery_in_preparation',
] as const

export const deliveryUploads = {
  create: {
    method: 'POST',
    path: folder,
    by: 'artist',
    summary:
      'Announces a delivery: `Upload-Length` in bytes, `Upload-Metadata` with `filename`; with `kind` `guide` it is the sung guide, whose id the recording then names in `guide`. `Location` is the address for the bytes.',
    refusals: [
      'not_found',
      ...whyNotTaken,
      'too_many_deliveries',
      'storage_full',
      'upload_file_missing',
      'upload_too_large',
    ],
  },
  find: {
    method: 'HEAD',
    path: file,
    by: 'artist',
    summary:
      'How many bytes are stored, in `Upload-Offset`. A request that sends bytes is ended. After the last byte of a recording there is nothing here: the commission says what becomes of it.',
    refusals: whileReceiving,
  },
  send: {
    method: 'PATCH',
    path: file,
    by: 'artist',
    consumes: 'application/offset+octet-stream',
    summary:
      'Adds the bytes behind `Upload-Offset`, which must be the number of those stored. With the last one of a recording its preparation begins.',
    refusals: [
      ...whileReceiving,
      ...whyNotTaken,
      'delivery_not_audio',
      'storage_full',
      'upload_too_large',
    ],
  },
  remove: {
    method: 'DELETE',
    path: file,
    by: 'artist',
    summary: 'Removes what has arrived of a delivery or a guide.',
    refusals: whileReceiving,
  },
} as const satisfies Record<string, ResumableOperation>
