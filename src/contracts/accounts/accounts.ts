// Endpoints of accounts: registering, logging in and out, and identifying the caller.

import { z } from 'zod'
import { openRoles, roles } from '#rules/permissions.ts'
import { endpoint } from '../endpoint.ts'
import { nameSchema } from '../written-text.ts'

export const emailSchema = z
  .email('Please enter an email address like name@example.com')
  .max(254, 'Please enter an email address of at most 254 characters')
  .transform((email) => email.toLowerCase())

const usernameSchema = nameSchema({ called: 'username', shortest: 3, longest: 30 })

/** A text that no page sends back; also shown in the API's document. */
const secret = { format: 'password' }

/** In code points, as zod measures them. */
export const maxPasswordLength = 128

export const passwordSchema = z
  .string()
  .min(10, 'Please choose a password of at least 10 characters')
  .max(maxPasswordLength, `Please choose a password of at most ${maxPasswordLength} characters`)
  .meta(secret)

/** Compared with the stored one, whatever rules it was chosen by. */
export const presentPasswordSchema = z
  .string()
  .min(1, 'Please enter your password')
  .max(maxPasswordLength, 'Please enter your password')
  .meta(secret)

export const sessionUserSchema = z.object({
  id: z.string(),
  username: z.string(),
  role: z.enum(roles),
})

export const register = endpoint('POST /api/accounts/register', {
  by: 'anyone',
  summary: 'Opens an account and logs it in.',
  refusals: ['too_many_requests', 'email_taken', 'username_taken', 'password_common'],
  input: z.object({
    email: emailSchema,
    username: usernameSchema,
    password: passwordSchema,
    role: z.enum(openRoles, 'Please choose how you will use Undersong'),
  }),
  output: sessionUserSchema,
})

export const logIn = endpoint('POST /api/accounts/log-in', {
  by: 'anyone',
  summary: 'Logs in with email and password; responds with the session cookie.',
  refusals: ['too_many_requests', 'too_many_logins', 'wrong_login', 'two_factor_needed'],
  input: z.object({
    email: emailSchema,
    password: presentPasswordSchema,
  }),
  output: sessionUserSchema,
})

export const logOut = endpoint('POST /api/accounts/log-out', {
  by: 'anyone',
  summary: 'Ends this session on the server and drops its cookie.',
  input: z.object({}),
  output: z.object({}),
})

export const becomeArtist = endpoint('POST /api/accounts/become-artist', {
  by: 'user',
  summary: 'Turns a customer into an artist, who keeps everything a customer has.',
  refusals: ['not_a_customer'],
  input: z.object({}),
  output: sessionUserSchema,
})

/** A visitor gets nulls and no username. */
export const getIdAndRole = endpoint('GET /api/proxy/auth/get-id-and-role', {
  by: 'anyone',
  summary: 'Who is asking: id and role, nulls for a visitor.',
  input: z.object({}),
  output: z.object({
    id: z.string().nullable(),
    role: z.enum(roles).nullable(),
    isBanned: z.boolean(),
    hasBoughtCommission: z.boolean(),
    username: z.string().optional(),
    /** What screens show. */
    displayName: z.string().optional(),
    /** Only a banned user has it: since when, and the reason as they were told it. */
    suspension: z
      .object({ since: z.iso.datetime(), reason: z.string().nullable() })
      .nullable()
      .optional(),
  }),
})
