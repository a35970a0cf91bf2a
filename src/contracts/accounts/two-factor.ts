// Endpoints of two-factor log-in by an authenticator app.

import { z } from 'zod'
import { presentPasswordSchema, sessionUserSchema } from './accounts.ts'
import { endpoint } from '../endpoint.ts'

/** A code of the app, with or without a space in the middle, or a backup code. */
export const codeSchema = z
  .string()
  .transform((code) => code.replaceAll(/\s/g, ''))
  .pipe(z.string().min(1, 'Please enter the code').max(20, 'Please enter the code'))

const backupCodesSchema = z.array(z.string())

export const logInWithCode = endpoint('POST /api/accounts/log-in/code', {
  by: 'anyone',
  summary: 'The second step of a log-in: the code of the authenticator app, or a backup code.',
  refusals: ['too_many_requests', 'wrong_code', 'code_used', 'too_many_codes', 'code_expired'],
  input: z.object({ code: codeSchema }),
  output: sessionUserSchema,
})

export const beginTwoFactor = endpoint('POST /api/account/two-factor/begin', {
  by: 'user',
  summary: 'A new secret for an authenticator app, and backup codes; the first code turns it on.',
  refusals: ['wrong_password', 'too_many_passwords', 'two_factor_on'],
  input: z.object({ password: presentPasswordSchema }),
  output: z.object({
    /** For typing it into the app. */
    secret: z.string(),
    /** Squares of a grid of `size` × `size`, as the path of an SVG. */
    qrCode: z.object({ size: z.int(), path: z.string() }),
    backupCodes: backupCodesSchema,
  }),
})

export const confirmTwoFactor = endpoint('POST /api/account/two-factor/confirm', {
  by: 'user',
  summary: 'Turns two-factor log-in on, by the first code of the authenticator app.',
  refusals: ['wrong_code', 'too_many_codes', 'two_factor_on', 'two_factor_off'],
  input: z.object({ code: codeSchema }),
  output: z.object({}),
})

export const endTwoFactor = endpoint('POST /api/account/two-factor/end', {
  by: 'user',
  summary: 'Turns two-factor log-in off.',
  refusals: ['wrong_password', 'too_many_passwords', 'two_factor_off'],
  input: z.object({ password: presentPasswordSchema }),
  output: z.object({}),
})

export const renewBackupCodes = endpoint('POST /api/account/two-factor/codes', {
  by: 'user',
  summary: 'New backup codes; those of before no longer work.',
  refusals: ['wrong_password', 'too_many_passwords', 'two_factor_off'],
  input: z.object({ password: presentPasswordSchema }),
  output: z.object({ backupCodes: backupCodesSchema }),
})
