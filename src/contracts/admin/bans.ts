// Endpoints of bans: an admin ends a user's access, and gives it back.

import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { optionalNoteSchema, reasonSchema } from '../reason.ts'

const input = z.object({
  /** The id of any user: customers are banned, too. */
  artistId: z.guid(),
  reason: reasonSchema.optional(),
  note: optionalNoteSchema,
})

export const banUser = endpoint('POST /api/proxy/admin/ban-user', {
  by: 'admin',
  summary: 'Bans a user, whose profile and tracks are hidden; banning twice changes nothing.',
  refusals: ['not_found', 'own_ban', 'admin_ban'],
  input,
  output: z.object({ artistId: z.string(), isBanned: z.literal(true) }),
})

export const unbanUser = endpoint('POST /api/proxy/admin/unban-user', {
  by: 'admin',
  summary: 'Lifts the ban of a user; what was hidden is shown again.',
  refusals: ['not_found'],
  input,
  output: z.object({ artistId: z.string(), isBanned: z.literal(false) }),
})
