import type { RefusalTable } from './refusal-table.ts'

/** What the form says before it sends anything. */
export const contactBlank = {
  name: 'Please enter your name.',
  subject: 'Please choose what it is about.',
  message: 'Please enter a message.',
  answer: 'Please enter what they are answered.',
} as const

export const contactErrors = {
  too_many_messages: {
    status: 429,
    message: 'These are many messages at once. We have them; please wait before the next one.',
  },
} as const satisfies RefusalTable
