// Endpoints of the admin's list of users.

import { z } from 'zod'
import { adminSearchFields, userStates } from '#rules/admin/admin-search.ts'
import { roles } from '#rules/permissions.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf, readBy } from '../lists.ts'
import { adminActionSchema, adminPageField } from './audit-log.ts'
import { noteSchema } from '../reason.ts'
import { owedSummarySchema } from './owed-money.ts'

const userSchema = z.object({
  id: z.string(),
  email: z.string(),
  isEmailVerified: z.boolean(),
  username: z.string(),
  displayName: z.string(),
  role: z.enum(roles),
  isBanned: z.boolean(),
  joinedAt: z.iso.datetime(),
  /** Not withdrawn ones; 0 for a user who is no artist. */
  tracks: z.int(),
})
export type ListedUser = z.infer<typeof userSchema>

const fields = adminSearchFields.users

export const listUsers = endpoint('GET /api/proxy/admin/users', {
  by: 'admin',
  summary: 'A page of the users, the newest first: searched by email, name or id.',
  input: z.object({
    query: readBy(fields.query, z.string().optional()),
    role: readBy(fields.role, z.enum(roles).optional()),
    state: readBy(fields.state, z.enum(userStates).optional()),
    page: adminPageField,
  }),
  output: pageOf({ users: z.array(userSchema), total: z.int() }),
})

const recordSchema = userSchema.extend({
  followers: z.int(),
  /** Tracks that the user has bought, or others have bought from the artist: they stay with their buyers. */
  bought: z.int(),
  sold: z.int(),
  /** Owed to the artist and not sent yet. */
  owedPence: z.int(),
  areTransfersHeld: z.boolean(),
  /** What releasing them books once they are sent; null if nothing is held. */
  releasePostings: z.array(z.object({ account: z.string(), pence: z.int() })).nullable(),
  /** What the platform has kept of the artist's sales of three months, below zero if they lose money; null without any. */
  keptPence: z.int().nullable(),
  /** Refunds and transfers that the user does not have yet: those that need a person first, a page of them. */
  owed: z.array(owedSummarySchema),
  /** What admins did to the user, the latest first. */
  history: z.array(adminActionSchema),
})
export type UserRecord = z.infer<typeof recordSchema>

const userId = z.object({ id: z.guid() })

export const getUser = endpoint('GET /api/proxy/admin/users/{id}', {
  by: 'admin',
  summary: 'One user: what a ban would hide, what is owed, and what admins did.',
  refusals: ['not_found'],
  input: userId,
  output: recordSchema,
})

const hold = userId.extend({ note: noteSchema })
const held = z.object({ areTransfersHeld: z.boolean() })

export const holdTransfers = endpoint('POST /api/proxy/admin/users/{id}/hold-transfers', {
  by: 'admin',
  summary: 'Holds what is owed to an artist until it is released; holding twice changes nothing.',
  refusals: ['not_found'],
  input: hold,
  output: held,
})

export const releaseTransfers = endpoint('POST /api/proxy/admin/users/{id}/release-transfers', {
  by: 'admin',
  summary: 'Sends what was held, and what is owed from now on.',
  refusals: ['not_found', 'own_sale'],
  input: hold,
  output: held,
})
