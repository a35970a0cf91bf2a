import type { RefusalTable } from './refusal-table.ts'

export const bannedMessage = 'You are banned from accessing this content!'

export const accountErrors = {
  banned: { status: 403, message: bannedMessage },
  too_many_logins: {
    status: 429,
    message: 'Too many attempts to log in to this account. Please try again in 15 minutes.',
  },
  wrong_login: { status: 401, message: 'The email or password is incorrect.' },
  email_taken: { status: 409, message: 'This email already has an account. Log in instead.' },
  username_taken: { status: 409, message: 'This username is taken. Please choose another.' },
  password_common: {
    status: 400,
    message: 'This password is one of the first that are guessed. Please choose another.',
  },
  two_factor_required: {
    status: 403,
    message: 'Admins need two-factor log-in. Please turn it on in your settings.',
  },
  not_a_customer: { status: 409, message: 'This account cannot be upgraded.' },
} as const satisfies RefusalTable
