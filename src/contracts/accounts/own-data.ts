// Endpoints of a user's own data: a copy of it, and the deletion of the account.

import { z } from 'zod'
import { presentPasswordSchema } from './accounts.ts'
import { endpoint } from '../endpoint.ts'

export const exportOwnData = endpoint('GET /api/account/export', {
  by: 'user',
  isOpenToBanned: true,
  summary: 'Everything that is stored about the account, as a ZIP of JSON files.',
  produces: 'application/zip',
  refusals: ['too_many_exports'],
  input: z.object({}),
  output: z.unknown(),
})

export const findOpenMatters = endpoint('GET /api/account/deletion', {
  by: 'user',
  isOpenToBanned: true,
  summary:
    'What must be finished before the account can be deleted, and which tracks are lost then.',
  input: z.object({}),
  output: z.object({
    openMatters: z.array(z.string()),
    /** To be downloaded first. Suspended users have no other list of them: My Tracks is closed to them. */
    ownedTracks: z.array(z.object({ id: z.string(), title: z.string(), artistName: z.string() })),
  }),
})

export const deleteAccount = endpoint('POST /api/account/deletion', {
  by: 'user',
  isOpenToBanned: true,
  summary: 'Deletes the account: its name, email and log-ins; what was sold stays with its buyers.',
  refusals: ['wrong_password', 'too_many_passwords', 'account_in_use'],
  input: z.object({ password: presentPasswordSchema }),
  output: z.object({}),
})
