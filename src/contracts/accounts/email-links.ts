// Endpoints around the links in emails: confirming an address, and a forgotten password.

import { z } from 'zod'
import { emailSchema, passwordSchema } from './accounts.ts'
import { endpoint } from '../endpoint.ts'

const maxTokenLength = 100
/** The token of a link in an email. */
const tokenSchema = z.string().min(1).max(maxTokenLength)

export const sendVerification = endpoint('POST /api/account/verification', {
  by: 'user',
  summary: 'Sends the link that confirms the email of the account again.',
  refusals: ['email_verified', 'email_just_sent'],
  input: z.object({}),
  output: z.object({}),
})

export const confirmEmail = endpoint('POST /api/accounts/confirm-email', {
  by: 'anyone',
  summary: 'Confirms an email by the token of a link, for a new account or a new address.',
  refusals: ['too_many_requests', 'link_expired', 'email_taken'],
  input: z.object({ token: tokenSchema }),
  output: z.object({ email: z.string() }),
})

export const requestPasswordReset = endpoint('POST /api/accounts/forgotten-password', {
  by: 'anyone',
  summary:
    'Sends a link for a new password, if the email has an account; the response is the same.',
  refusals: ['too_many_requests'],
  input: z.object({ email: emailSchema }),
  output: z.object({}),
})

export const resetPassword = endpoint('POST /api/accounts/reset-password', {
  by: 'anyone',
  summary: 'Sets a new password by the token of a link, and ends all sessions of the account.',
  refusals: ['too_many_requests', 'link_expired', 'password_common'],
  input: z.object({ token: tokenSchema, password: passwordSchema }),
  output: z.object({}),
})
