// Endpoints of what the card provider has moved on the platform's balance for a reason that the app does not know.

import { z } from 'zod'
import { assignableAccounts } from '#rules/payments/ledger-accounts.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf } from '../lists.ts'
import { noteSchema } from '../reason.ts'
import { adminPageField } from './audit-log.ts'
import { taskOwnersField, taskSchema } from './tasks.ts'

const movementSchema = z.object({
  id: z.string(),
  /** The provider's id of the movement, and of what it is about. */
  balanceTransactionId: z.string(),
  sourceId: z.string().nullable(),
  /** In the provider's words. */
  type: z.string(),
  description: z.string().nullable(),
  /** By how much the balance has changed. */
  pence: z.int(),
  movedAt: z.iso.datetime(),
  task: taskSchema,
})
export type UnexplainedMovement = z.infer<typeof movementSchema>

export const listUnexplained = endpoint('GET /api/proxy/admin/unexplained', {
  by: 'admin',
  summary: 'A page of the movements that nobody has explained, the oldest first.',
  input: z.object({ page: adminPageField, owner: taskOwnersField }),
  output: pageOf({ movements: z.array(movementSchema), total: z.int() }),
})

export const assignUnexplained = endpoint('POST /api/proxy/admin/unexplained/{id}/assign', {
  by: 'admin',
  summary: 'Books an unexplained movement on an account of the ledger.',
  refusals: ['not_found', 'already_explained'],
  input: z.object({
    id: z.guid(),
    account: z.enum(assignableAccounts, 'Please choose an account'),
    note: noteSchema,
  }),
  output: z.object({}),
})
