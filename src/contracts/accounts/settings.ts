// Endpoints of the account's settings: password, email and sessions.

import { z } from 'zod'
import { roles } from '#rules/permissions.ts'
import { emailSchema, passwordSchema, presentPasswordSchema } from './accounts.ts'
import { endpoint } from '../endpoint.ts'

export const getAccount = endpoint('GET /api/account', {
  by: 'user',
  summary: 'The account of the caller: names, email, role, and what protects it.',
  input: z.object({}),
  output: z.object({
    username: z.string(),
    displayName: z.string().nullable(),
    role: z.enum(roles),
    email: z.string(),
    emailVerified: z.boolean(),
    /** The address that a change of email was sent to and that has not been confirmed yet. */
    newEmail: z.string().nullable(),
    twoFactorEnabled: z.boolean(),
  }),
})

export const changePassword = endpoint('POST /api/account/password', {
  by: 'user',
  summary: 'Changes the password, and ends all other sessions of the account.',
  refusals: ['wrong_password', 'too_many_passwords', 'password_common'],
  input: z.object({ currentPassword: presentPasswordSchema, newPassword: passwordSchema }),
  output: z.object({}),
})

export const changeEmail = endpoint('POST /api/account/email', {
  by: 'user',
  summary: 'Sends a link to a new email, which replaces the present one when the link is opened.',
  refusals: [
    'wrong_password',
    'too_many_passwords',
    'too_many_requests',
    'email_taken',
    'email_just_sent',
  ],
  input: z.object({ email: emailSchema, password: presentPasswordSchema }),
  output: z.object({}),
})

const sessionSchema = z.object({
  id: z.string(),
  /** 'Firefox on Windows'. */
  device: z.string(),
  loggedInAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  isCurrent: z.boolean(),
})
export type SessionEntry = z.infer<typeof sessionSchema>

export const listSessions = endpoint('GET /api/account/sessions', {
  by: 'user',
  summary: 'Where the account is logged in; this session first, then the latest used.',
  input: z.object({}),
  output: z.object({ sessions: z.array(sessionSchema) }),
})

export const endSession = endpoint('DELETE /api/account/sessions/{id}', {
  by: 'user',
  summary: 'Ends one session of the account.',
  refusals: ['not_found'],
  input: z.object({ id: z.uuid() }),
  output: z.object({}),
})

export const endOtherSessions = endpoint('POST /api/account/sessions/end-others', {
  by: 'user',
  summary: 'Ends all sessions of the account but this one.',
  input: z.object({}),
  output: z.object({ ended: z.int() }),
})
