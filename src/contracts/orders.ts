// Endpoints of orders: opening a checkout, polling its state, and listing owned tracks.

import { z } from 'zod'
import { lastOwnedPage, ownedSearchFields, ownedSorts } from '#rules/orders/owned-search.ts'
import { refundRequestProcess } from '#rules/orders/refund-request.ts'
import { maxCartTracks, maxOwnedIds } from '#rules/product.ts'
import { refusalMessage } from '#rules/errors/refusal.ts'
import { ownedFilesSchema } from './downloads.ts'
import { endpoint } from './endpoint.ts'
import { pageField, pageOf } from './lists.ts'
import { trackSchema } from './tracks.ts'

/** Only the ids determine the order; a sent price is compared, to detect a change since it was shown. */
export const createCartCheckout = endpoint('POST /api/proxy/stripe/create-cart-checkout-session', {
  by: 'user',
  summary: 'Opens a card payment for the cart; the browser goes to the url.',
  refusals: [
    'cart_empty',
    'cart_changed',
    'payment_confirming',
    'below_smallest_charge',
    'above_largest_charge',
    'checkout_unavailable',
  ],
  input: z.object({
    items: z
      .array(z.object({ trackId: z.uuid(), customerPricePence: z.int().optional() }))
      .max(maxCartTracks, refusalMessage('cart_full')),
  }),
  output: z.object({ url: z.url() }),
})

/** `preparing` until the provider confirms the payment; only the buyer may poll it. */
export const getCheckout = endpoint('GET /api/checkout/{sessionId}', {
  by: 'user',
  summary: 'How far a payment is.',
  refusals: ['not_found'],
  input: z.object({ sessionId: z.string().regex(/^cs_[A-Za-z0-9_]{1,200}$/) }),
  output: z.object({
    orderId: z.uuid(),
    state: z.enum(['open', 'preparing', 'paid', 'expired', 'closed']),
    tracks: z.array(z.object({ id: z.string(), title: z.string() })),
    totalPence: z.int(),
  }),
})

export const ownedTrackSchema = z.object({
  /** A commission has a name and an artist here, without what only listed tracks have. */
  track: trackSchema,
  /** The commission of a recording that was made for the caller; null for a bought track. */
  commissionId: z.uuid().nullable(),
  /** False for a track that is not public any more: it has no page, but stays owned. */
  isListed: z.boolean(),
  /** Bought by the order in question. */
  isNew: z.boolean(),
  boughtAt: z.iso.datetime(),
  paidPence: z.int(),
  /** What has become of the caller's request for the money; null without one. */
  refundRequest: z.enum(refundRequestProcess.statuses).nullable(),
  /** The original first; then what can be made of it. */
  files: ownedFilesSchema,
  /** The full recording for the player; null until a format is ready that browsers play. */
  stream: z.object({ url: z.string(), waveform: z.string() }).nullable(),
})
export type OwnedTrack = z.infer<typeof ownedTrackSchema>

/** An invalid parameter is ignored, as in the page's URL. */
const ownedSearchSchema = z.object({
  query: z.preprocess(ownedSearchFields.query, z.string().optional()),
  orderBy: z.preprocess(ownedSearchFields.orderBy, z.enum(ownedSorts).default('bought')),
  page: pageField(ownedSearchFields.page, lastOwnedPage),
  order: z.preprocess(ownedSearchFields.order, z.guid().optional()),
  /** Only this track: its page asks what the caller owns of it. */
  track: z.guid().optional(),
})

export const listMyTracks = endpoint('GET /api/proxy/my-tracks', {
  by: 'user',
  summary: 'What the caller owns, a page of it, newest first by default.',
  input: ownedSearchSchema,
  output: pageOf({
    tracks: z.array(ownedTrackSchema),
    totalTracks: z.int(),
    /** The order of the input if it is paid and the caller's; its tracks come first. */
    order: z
      .object({
        receiptNumber: z.string(),
        /** False if the buyer had owned all of it before, or none of it was sold any more: then all of it is refunded. */
        hasGranted: z.boolean(),
        /** Titles that were taken down, or whose artists were suspended, before the payment was recorded: refunded. */
        unavailable: z.array(z.string()),
      })
      .nullable(),
  }),
})
export type OwnedTracks = z.infer<(typeof listMyTracks)['output']>

export const listOwnedIds = endpoint('GET /api/proxy/my-tracks/ids', {
  by: 'user',
  summary: `The ids of the tracks that the caller owns, the ${maxOwnedIds} newest at most.`,
  input: z.object({}),
  output: z.object({ trackIds: z.array(z.uuid()).max(maxOwnedIds) }),
})
