// Endpoints of commissions, until they are paid: asking for one, answering, paying, withdrawing; and reading them.

import { z } from 'zod'
import { commissionListStates, lastCommissionPage } from '#rules/commissions/commission-lists.ts'
import {
  maxCommissionNameLength,
  maxCommissionTextLength,
  maxGuideTrackUrlLength,
  maxRequirementsLength,
} from '#rules/commissions/commission-limits.ts'
import { manyLines, oneLine, showsSomething } from '#rules/plain-text.ts'
import { checkedSchema } from '../artists/profile.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf } from '../lists.ts'
import { writtenLine, writtenText } from '../written-text.ts'
import { commissionSchema, commissionSummarySchema } from './commission.ts'

const id = z.uuid()
export const namedCommission = { commissionId: id }

/** Only the addresses of web pages; the server never fetches them. */
const guideTrackUrlSchema = z
  .string()
  .transform(oneLine)
  .pipe(
    z
      .string()
      .max(maxGuideTrackUrlLength, `Please use at most ${maxGuideTrackUrlLength} characters`)
      .refine(
        (text) => text === '' || isWebAddress(text),
        'Please enter the address of a web page, like https://example.com/song',
      ),
  )
  .transform((text) => (text === '' ? null : text))
  .nullish()
  .transform((text) => text ?? null)

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && username === '' && password === ''
}

/** A message that may be left out; null without anything to read. */
export const optionalText = z
  .string()
  .transform(manyLines)
  .pipe(
    z
      .string()
      .max(maxCommissionTextLength, `Please use at most ${maxCommissionTextLength} characters`),
  )
  .transform((text) => (showsSomething(text) ? text : null))
  .nullish()
  .transform((text) => text ?? null)

const shownPriceSchema = z.coerce
  .number()
  .pipe(z.int().positive())
  .nullish()
  .transform((pence) => pence ?? null)

export const requestCommission = endpoint('POST /api/commission/request', {
  by: 'user',
  summary: 'Asks an artist for a recording; the answer is due within some days.',
  refusals: [
    'not_found',
    'own_commission',
    'artist_suspended',
    'not_taking_commissions',
    'fully_booked',
    'offer_not_available',
    'commission_price_changed',
    'too_many_unpaid_of_artist',
    'too_many_unpaid',
    'too_many_requests_for_commissions',
  ],
  input: z.object({
    /** The artist's id. */
    artist: id,
    name: writtenLine({ blank: 'Please enter the track name', longest: maxCommissionNameLength }),
    requirements: writtenText({
      blank: 'Please describe what you wish',
      longest: maxRequirementsLength,
    }),
    guideTrackUrl: guideTrackUrlSchema,
    singerRequestedGuideTrack: checkedSchema.default(false),
    /** The track that it shall be a new recording of. */
    trackId: id.nullish().transform((value) => value ?? null),
    /** One of the artist's offers; without one, the plain price holds. A form sends '' for that. */
    offerId: z
      .union([z.literal(''), id])
      .nullish()
      .transform((value) => value || null),
    /** The customer's price that the form has shown: with another one, the request is refused. */
    shownPricePence: shownPriceSchema,
    /** The key of one press of the button: sent again, it finds the commission that it made. */
    requestKey: id.nullish().transform((value) => value ?? null),
  }),
  output: commissionSchema,
})

export const respondToCommission = endpoint('POST /api/commission/artist/respond', {
  by: 'artist',
  summary: 'The artist accepts or declines a request.',
  refusals: [
    'not_found',
    'commission_moved',
    'commission_too_late',
    'fully_booked',
    'commission_frozen',
  ],
  input: z.object({
    ...namedCommission,
    action: z.enum(['accept', 'reject']),
    /** For the customer, with either answer. */
    reason: optionalText,
  }),
  output: commissionSchema,
})

export const payCommission = endpoint('POST /api/commission/pay', {
  by: 'user',
  summary: 'Opens the card payment of an accepted commission; the browser goes to the sessionUrl.',
  refusals: [
    'not_found',
    'commission_moved',
    'commission_too_late',
    'commission_frozen',
    'checkout_unavailable',
  ],
  input: z.object(namedCommission),
  output: z.object({ sessionUrl: z.url() }),
})

export const terminateBeforePayment = endpoint('POST /api/commission/terminate-before-payment', {
  by: 'user',
  summary: 'Ends a commission that is not paid: by its customer, or by its artist after accepting.',
  refusals: [
    'not_found',
    'commission_moved',
    'commission_too_late',
    'commission_paid',
    'checkout_unavailable',
  ],
  input: z.object(namedCommission),
  output: commissionSchema,
})

export const listCommissions = endpoint('GET /api/commissions', {
  by: 'user',
  summary:
    'A page of the own commissions, as their customer or as their artist: what needs the caller first.',
  input: z.object({
    as: z.enum(['customer', 'artist']).catch('customer'),
    state: z.enum(commissionListStates).optional().catch(undefined),
    page: z.coerce.number().pipe(z.int().min(1).max(lastCommissionPage)).catch(1),
  }),
  output: pageOf({
    commissions: z.array(commissionSummarySchema),
    /** The numbers of the caller's commissions in that role, whichever state is asked for. */
    openCommissions: z.int().nonnegative(),
    allCommissions: z.int().nonnegative(),
    totalCommissions: z.int().nonnegative(),
  }),
})

export const getCommission = endpoint('GET /api/commissions/{id}', {
  by: 'user',
  summary: 'A commission, for its two parties and for admins.',
  refusals: ['not_found'],
  input: z.object({ id }),
  output: commissionSchema,
})
