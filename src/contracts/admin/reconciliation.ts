// Endpoints of the days that are compared with the card provider and closed, and of what differs.

import { z } from 'zod'
import { differenceEnds, differenceStatuses } from '#rules/payments/difference-process.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf } from '../lists.ts'
import { noteSchema } from '../reason.ts'
import { adminPageField } from './audit-log.ts'
import { taskOwnersField, taskSchema } from './tasks.ts'

const daySchema = z.object({
  day: z.iso.date(),
  openingPence: z.int(),
  closingPence: z.int(),
  transactions: z.int(),
  closedAt: z.iso.datetime(),
  openDifferences: z.int(),
})
export type ReconciledDay = z.infer<typeof daySchema>

const differenceSchema = z.object({
  id: z.string(),
  kind: z.string(),
  /** The id of our row, or of the provider's object. */
  subject: z.string(),
  paymentId: z.string().nullable(),
  day: z.iso.date(),
  /** Null where that side does not have it, or where it is no amount. */
  oursPence: z.int().nullable(),
  theirsPence: z.int().nullable(),
  foundAt: z.iso.datetime(),
  status: z.enum(differenceStatuses),
  task: taskSchema,
  reason: z.string().nullable(),
  endedAt: z.iso.datetime().nullable(),
})
export type Difference = z.infer<typeof differenceSchema>

export const listReconciledDays = endpoint('GET /api/proxy/admin/reconciliation', {
  by: 'admin',
  summary: 'A page of the closed days, the latest first.',
  input: z.object({ page: adminPageField }),
  output: pageOf({ days: z.array(daySchema), total: z.int() }),
})

export const listDifferences = endpoint('GET /api/proxy/admin/differences', {
  by: 'admin',
  summary: 'A page of the differences that are open, the oldest first.',
  input: z.object({ page: adminPageField, owner: taskOwnersField }),
  output: pageOf({ differences: z.array(differenceSchema), total: z.int() }),
})

export const getReconciledDay = endpoint('GET /api/proxy/admin/reconciliation/{day}', {
  by: 'admin',
  summary: 'One closed day: its sums by type, its hash, what was late, and what differs.',
  refusals: ['not_found'],
  input: z.object({ day: z.iso.date() }),
  output: daySchema.extend({
    /** In hexadecimal: of what it counts, its sums, and the day before. */
    hash: z.string(),
    sums: z.array(
      z.object({
        type: z.string(),
        transactions: z.int(),
        amountPence: z.int(),
        feePence: z.int(),
      }),
    ),
    /** Read after the day of their creation was closed: the first ones. */
    late: z.array(
      z.object({ id: z.string(), type: z.string(), pence: z.int(), createdAt: z.iso.datetime() }),
    ),
    lateTotal: z.int(),
    differences: z.array(differenceSchema),
    differencesTotal: z.int(),
  }),
})

const differenceId = z.object({ id: z.guid() })

export const getDifference = endpoint('GET /api/proxy/admin/differences/{id}', {
  by: 'admin',
  summary: 'One difference: both sides, who takes care of it, and what has become of it.',
  refusals: ['not_found'],
  input: differenceId,
  output: differenceSchema,
})

export const endDifference = endpoint('POST /api/proxy/admin/differences/{id}/end', {
  by: 'admin',
  summary: 'Explains an open difference, or marks it as mended.',
  refusals: ['not_found', 'difference_ended'],
  input: differenceId.extend({
    status: z.enum(differenceEnds, 'Please choose what has become of it'),
    note: noteSchema,
  }),
  output: differenceId,
})
