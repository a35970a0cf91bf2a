import type { RefusalTable } from './refusal-table.ts'

export const notificationErrors = {
  email_not_a_choice: {
    status: 409,
    message: 'These emails are about your account. They cannot be turned off.',
  },
} as const satisfies RefusalTable
