// Endpoints of what admins see and do about commissions: all of them, disputes, decisions, freezing.

import { z } from 'zod'
import { adminSearchFields } from '#rules/admin/admin-search.ts'
import {
  commissionAges,
  commissionMarks,
  disputeQueues,
} from '#rules/commissions/commission-lists.ts'
import { commissionProcess } from '#rules/commissions/commission-process.ts'
import { disputeDecisions } from '#rules/commissions/dispute-process.ts'
import { partBlank } from '#rules/errors/commission-errors.ts'
import { parsePounds } from '#rules/price.ts'
import {
  commissionSchema,
  commissionSummarySchema,
  disputeSchema,
} from '../commissions/commission.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf, readBy } from '../lists.ts'
import { adminPageField } from './audit-log.ts'
import { toldFields } from '../reason.ts'

const id = z.uuid()
const { commissions: fields, disputes: disputeFields } = adminSearchFields

export const listAllCommissions = endpoint('GET /api/proxy/admin/commissions', {
  by: 'admin',
  summary: 'A page of all commissions, the newest first.',
  input: z.object({
    /** Words of the name and of the parties' names; or the id of a commission or of a party. */
    query: readBy(fields.query, z.string().optional()),
    state: readBy(fields.state, z.enum(commissionProcess.statuses).optional()),
    mark: readBy(fields.mark, z.enum(commissionMarks).optional()),
    /** At least as many days since the request. */
    age: readBy(fields.age, z.enum(commissionAges).optional()),
    page: adminPageField,
  }),
  output: pageOf({
    commissions: z.array(commissionSummarySchema),
    total: z.int(),
    /** The list ends at `total`, although there are more: a narrower search finds them. */
    hasMore: z.boolean(),
  }),
})

const disputedSchema = z.object({ dispute: disputeSchema, commission: commissionSchema })
export type DisputedCommission = z.infer<typeof disputedSchema>

export const listDisputes = endpoint('GET /api/proxy/admin/disputes', {
  by: 'admin',
  summary:
    'A page of the open disputes, the oldest first; or of those that have ended, the newest first.',
  input: z.object({
    /** Open ones by default. */
    state: readBy(disputeFields.state, z.enum(disputeQueues).optional()),
    page: adminPageField,
  }),
  output: pageOf({ disputes: z.array(disputedSchema), total: z.int() }),
})

/** In pounds, as people type them. */
const partSchema = z.string().transform((text, { addIssue }) => {
  const pence = parsePounds(text)
  if (pence !== null) return pence
  addIssue({ code: 'custom', message: partBlank })
  return z.NEVER
})

export const previewDecision = endpoint('GET /api/proxy/admin/commissions/{id}/decision', {
  by: 'admin',
  summary:
    'What a decision about a disputed or frozen commission would do, with what it would book.',
  refusals: [
    'not_found',
    'own_case',
    'commission_moved',
    'nothing_to_decide',
    'nothing_delivered',
    'frozen_by_ban',
    'commission_too_late',
    'part_out_of_range',
  ],
  input: z.object({
    id,
    outcome: z.enum(disputeDecisions).optional(),
    /** Of a partial approval only. */
    artistPart: partSchema.optional(),
  }),
  output: z.object({
    commission: commissionSchema,
    /** Null as long as it is not chosen, or the part is not. */
    decision: z
      .object({
        artistPence: z.int(),
        refundPence: z.int(),
        /** With the names that the ledger has for its accounts; none if the money stays held. */
        postings: z.array(z.object({ account: z.string(), pence: z.int() })),
        /** A bank has given money back: what follows from that is booked within the hour after the decision. */
        hasLosses: z.boolean(),
      })
      .nullable(),
  }),
})
export type DecisionPreview = z.infer<(typeof previewDecision)['output']>

const decisionSchema = z
  .object({
    id,
    outcome: z.enum(disputeDecisions),
    /** In pounds, as people type them; of a partial approval only. */
    artistPart: z.string().optional(),
    ...toldFields,
  })
  .transform(({ outcome, artistPart = '', ...decision }, { addIssue }) => {
    if (outcome !== 'partial') return { ...decision, outcome }
    const partPence = parsePounds(artistPart)
    if (partPence !== null) return { ...decision, outcome, partPence }
    addIssue({ code: 'custom', path: ['artistPart'], message: partBlank })
    return z.NEVER
  })

const decisionRefusals = [
  'not_found',
  'own_case',
  'commission_moved',
  'commission_too_late',
  'nothing_delivered',
  'part_out_of_range',
  'frozen_by_ban',
] as const

export const decideDispute = endpoint('POST /api/proxy/admin/disputes/{id}/decide', {
  by: 'admin',
  summary:
    'Decides an open dispute: for the artist, for a part of the price, for the customer, or for one more revision.',
  refusals: [...decisionRefusals, 'dispute_decided'],
  input: decisionSchema,
  output: commissionSchema,
})

export const decideCommission = endpoint('POST /api/proxy/admin/commissions/{id}/decide', {
  by: 'admin',
  summary: 'Decides a frozen commission without a dispute, in the same ways.',
  refusals: [...decisionRefusals, 'nothing_to_decide', 'dispute_open'],
  input: decisionSchema,
  output: commissionSchema,
})

export const freezeCommission = endpoint('POST /api/proxy/admin/commissions/{id}/freeze', {
  by: 'admin',
  summary:
    'Nobody but an admin and the card provider changes the commission, until it is unfrozen or decided.',
  refusals: ['not_found', 'own_case', 'not_freezable', 'commission_frozen'],
  input: z.object({ id, ...toldFields }),
  output: commissionSchema,
})

export const unfreezeCommission = endpoint('POST /api/proxy/admin/commissions/{id}/unfreeze', {
  by: 'admin',
  summary: 'The commission goes on; its deadlines move by the time it stood still.',
  refusals: ['not_found', 'own_case', 'not_frozen', 'frozen_by_ban', 'commission_too_late'],
  input: z.object({ id, ...toldFields }),
  output: commissionSchema,
})
