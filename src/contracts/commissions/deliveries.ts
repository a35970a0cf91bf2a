// Endpoints of deliveries: sending a finished recording, and playing what was delivered.

import { z } from 'zod'
import { audioFileTypes } from '#rules/music/audio-formats.ts'
import { maxUploadBytes } from '#rules/uploads/upload-limits.ts'
import { endpoint } from '../endpoint.ts'
import { commissionSchema } from './commission.ts'
import { namedCommission } from './commissions.ts'

const id = z.uuid()
const namedDelivery = z.object({ id, deliveryId: id })

export const sendDelivery = endpoint('POST /api/commission/upload-finished', {
  by: 'artist',
  summary:
    'Takes the finished recording of a commission; it is delivered as soon as its preview exists.',
  file: {
    field: 'file',
    summary: 'The recording.',
    accept: audioFileTypes,
    maxBytes: maxUploadBytes,
    refusals: {
      missing: 'upload_file_missing',
      notAccepted: 'delivery_not_audio',
      tooLarge: 'upload_too_large',
      interrupted: 'upload_interrupted',
    },
  },
  refusals: [
    'not_found',
    'commission_moved',
    'commission_too_late',
    'commission_frozen',
    'delivery_in_preparation',
    'too_many_deliveries',
    'delivery_not_audio',
    'upload_file_missing',
    'upload_interrupted',
    'upload_too_large',
    'storage_full',
  ],
  input: z.object(namedCommission),
  output: commissionSchema,
})

export const playDeliveryPreview = endpoint(
  'GET /api/commissions/{id}/deliveries/{deliveryId}/preview.mp3',
  {
    by: 'user',
    summary: 'The preview of a delivery, with Range, for both parties and admins.',
    produces: 'audio/mpeg',
    refusals: ['not_found'],
    input: namedDelivery,
    output: z.unknown(),
  },
)

export const playDelivery = endpoint('GET /api/commissions/{id}/deliveries/{deliveryId}/file', {
  by: 'user',
  summary:
    'The whole recording of a delivery, with Range: for its artist; for the customer once it is approved; for an admin who has to judge it, which is logged.',
  produces: 'audio/*',
  refusals: ['not_found'],
  input: namedDelivery,
  output: z.unknown(),
})

export const playDeliveryGuide = endpoint(
  'GET /api/commissions/{id}/deliveries/{deliveryId}/guide',
  {
    by: 'user',
    summary: 'The sung guide of a delivery, for those who may play the whole recording.',
    produces: 'audio/*',
    refusals: ['not_found'],
    input: namedDelivery,
    output: z.unknown(),
  },
)

/** A GET with a session, so that a page of another site could send it: it is refused there. */
export const findFinishedCommission = endpoint('GET /api/commission/finished-commission', {
  by: 'user',
  summary: 'The approved commission among the tracks of its customer; grants nothing new.',
  refusals: ['not_found', 'commission_moved', 'foreign_origin'],
  input: z.object(namedCommission),
  output: z.object({ commissionId: id }),
})
