import type { RefusalTable } from './refusal-table.ts'

export const followErrors = {
  own_follow: { status: 403, message: 'This is your own profile: others follow it.' },
  too_many_follows: {
    status: 429,
    message: 'These are many follows at once. Please wait a little before the next one.',
  },
} as const satisfies RefusalTable
