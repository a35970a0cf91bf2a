// Passwords and sessions: better-auth on the app's own tables.

import { betterAuth, type BetterAuthOptions } from 'better-auth'
import { twoFactor } from 'better-auth/plugins/two-factor'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import { maxPasswordLength } from '#contracts/accounts/accounts.ts'
import type { Db } from '#server/db/client.ts'
import { openRoles } from '#rules/permissions.ts'
import { productName, sessionDays } from '#rules/product.ts'
import { usernameKey } from '#rules/username.ts'
import { renewSession } from './renew-session.ts'
import { appCodePath, claimCode } from './used-codes.ts'

const codeSchema = z.object({ code: z.string() })

export const sessionCookiePrefix = 'undersong'

/** Browsers accept a cookie with this prefix only over TLS and from this exact host: no subdomain can set a session. */
const hostPrefix = '__Host-'

/** How passwords become what is stored of them. */
export type PasswordHashing = {
  hash: (password: string) => Promise<string>
  verify: (stored: { hash: string; password: string }) => Promise<boolean>
}

type AuthOptions = {
  secret: string
  publicUrl: string
  log: FastifyBaseLogger
  /** Instead of better-auth's own, which is scrypt. */
  passwordHashing?: PasswordHashing | undefined
}

/**
 * Its routes are not mounted: the commands call them, through `auth.handler`. `within` is the same in a transaction, for
 * what has to be stored together with an account or a session; it costs about a millisecond.
 */
export function openAuth(db: Db, options: AuthOptions) {
  const within = (tx: Db) => authOn(tx, { ...options, transaction: false })
  return Object.assign(authOn(db, { ...options, transaction: true }), { within })
}

function authOn(
  db: Db,
  { log, passwordHashing, transaction, ...options }: AuthOptions & { transaction: boolean },
) {
  const isHttps = options.publicUrl.startsWith('https:')
  return betterAuth({
    baseURL: options.publicUrl,
    basePath: '/api/auth',
    secret: options.secret,
    // Without a transaction a failure could leave a user without a password, who could neither log in nor register again.
    database: { db, type: 'postgres', transaction },
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      log: (_level, message, ...details) =>
        log.error({ err: details.find((detail) => detail instanceof Error) }, message),
    },
    // Errors go to the server's error handler, which logs each once; a wrong password and the like stay responses.
    onAPIError: { throw: true },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 10,
      // The contract has checked the length already. better-auth counts UTF-16 units, one or two per character.
      maxPasswordLength: 2 * maxPasswordLength,
      ...(passwordHashing ? { password: passwordHashing } : {}),
    },
    session: {
      modelName: 'sessions',
      fields: sessionColumns,
      expiresIn: sessionDays * 24 * 60 * 60,
      // Otherwise each visit extends a session, and a stolen cookie does not expire.
      disableSessionRefresh: true,
    },
    user: { modelName: 'users', fields: userColumns, additionalFields: ownUserFields },
    account: { modelName: 'credentials', fields: credentialColumns },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    plugins: [secondFactor, renewSession],
    // accounts/login-limit.ts counts before these routes are called, and counts simultaneous attempts exactly.
    rateLimit: { enabled: false },
    advanced: advancedOptions(isHttps),
    databaseHooks: databaseHooks(db),
  })
}

function databaseHooks(db: Db) {
  return {
    session: {
      create: {
        before: async ({ userId }, endpoint) => {
          if (endpoint?.path !== appCodePath) return
          const { code } = codeSchema.parse(endpoint.body)
          await claimCode(db, { userId, code })
        },
      },
    },
    user: {
      create: {
        // The last of several checks: no request can create an admin.
        before: async (user) =>
          openRoles.some((role) => role === user['role']) && {
            data: { ...user, usernameKey: usernameKey(user.name) },
          },
      },
    },
  } satisfies BetterAuthOptions['databaseHooks']
}

function advancedOptions(isHttps: boolean) {
  return {
    cookiePrefix: isHttps ? hostPrefix + sessionCookiePrefix : sessionCookiePrefix,
    // Otherwise better-auth adds the prefix '__Secure-'.
    useSecureCookies: false,
    defaultCookieAttributes: { secure: isHttps },
    // The app's own migrations create the tables, and the tests cover them: no validation at every start.
    database: { generateId: 'uuid' as const, validateSchema: false },
    ipAddress: { ipAddressHeaders: ['x-client-ip'] },
  } satisfies BetterAuthOptions['advanced']
}

export type Auth = ReturnType<typeof openAuth>

// The names of better-auth's fields in the tables of the migrations.

const sessionColumns = {
  userId: 'user_id',
  expiresAt: 'expires_at',
  ipAddress: 'ip_address',
  userAgent: 'user_agent',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
} as const

const userColumns = {
  name: 'username',
  image: 'avatar',
  emailVerified: 'email_verified',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
} as const

const ownUserFields = {
  role: { type: 'string', required: false, defaultValue: 'customer' },
  banned: { type: 'boolean', required: false, defaultValue: false, input: false },
  usernameKey: {
    type: 'string',
    required: false,
    input: false,
    returned: false,
    fieldName: 'username_key',
  },
} as const

const twoFactorTable = {
  twoFactor: {
    modelName: 'two_factors',
    fields: {
      userId: 'user_id',
      backupCodes: 'backup_codes',
      failedVerificationCount: 'failed_verification_count',
      lockedUntil: 'locked_until',
    },
  },
} as const

/** How long after the password the code of the authenticator app is accepted. */
const codeMinutes = 10

const secondFactor = twoFactor({
  issuer: productName,
  twoFactorCookieMaxAge: codeMinutes * 60,
  schema: { user: { fields: { twoFactorEnabled: 'two_factor_enabled' } }, ...twoFactorTable },
})

const credentialColumns = {
  userId: 'user_id',
  accountId: 'account_id',
  providerId: 'provider_id',
  accessToken: 'access_token',
  refreshToken: 'refresh_token',
  idToken: 'id_token',
  accessTokenExpiresAt: 'access_token_expires_at',
  refreshTokenExpiresAt: 'refresh_token_expires_at',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
} as const
