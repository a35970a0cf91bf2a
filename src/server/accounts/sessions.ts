// Identifies the caller: reads the session from the database at every call, so that a log-out, a ban or a new role takes
// effect at once. The cookie's signature is checked first, so that an invented cookie costs no query.

import { parseCookies } from 'better-auth/cookies'
import { constantTimeEqual, makeSignature } from 'better-auth/crypto'
import { sql, type SqlBool } from 'kysely'
import { LRUCache } from 'lru-cache'
import { mayAdminister } from '#rules/permissions.ts'
import type { Db } from '#server/db/client.ts'
import { fixedQuery } from '#server/db/fixed-query.ts'
import type { Sessions } from '#server/http/session.ts'
import { sessionCookiePrefix, type Auth } from './auth.ts'
import type { UseNotes } from './use-notes.ts'

/** Signatures take longer to compute than the query takes: those of the latest sessions are computed once. */
const maxVerified = 10_000

/** The same result as better-auth's `getSession`, which costs about ten times as much. */
export async function openSessions(db: Db, auth: Auth, notes: UseNotes): Promise<Sessions> {
  const { authCookies, secret } = await auth.$context
  const { name } = authCookies.sessionToken
  /** From a cookie's value to its token; only of cookies with a valid signature. */
  // `max` instead would allocate the space of all entries at once.
  const verified = new LRUCache<string, string>({
    maxSize: maxVerified,
    sizeCalculation: () => 1,
  })

  async function tokenIn(value: string): Promise<string | null> {
    const known = verified.get(value)
    if (known !== undefined) return known
    const token = await signedToken(value, secret)
    if (token !== null) verified.set(value, token)
    return token
  }

  return {
    async find({ headers: { cookie } }) {
      if (!cookie?.includes(sessionCookiePrefix)) return null
      const token = await tokenIn(parseCookies(cookie).get(name) ?? '')
      const found = token === null ? null : await findSessionUser(db, token)
      if (!found) return null
      notes.noteUse(found.user, found.lastUsedAt)
      return found.user
    },
    async findValid(sessionIds) {
      const valid = await db
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'sessions.user_id')
        .select('sessions.id')
        .where(sql<SqlBool>`sessions.id = any(${sessionIds}::uuid[])`)
        .where('sessions.expires_at', '>', new Date())
        .where('users.banned', '=', false)
        .execute()
      return new Set(valid.map(({ id }) => id))
    },
  }
}

/** A signed cookie is the value, a dot, and better-auth's signature of it. */
async function signedToken(value: string, secret: string): Promise<string | null> {
  const dot = value.lastIndexOf('.')
  if (dot < 1) return null
  const token = value.slice(0, dot)
  const isSigned = constantTimeEqual(value.slice(dot + 1), await makeSignature(token, secret))
  return isSigned ? token : null
}

async function findSessionUser(db: Db, token: string) {
  const [found] = await usersByToken(db, token, new Date())
  if (!found) return null
  const { email_verified, two_factor_enabled, is_demo, display_name, last_used_at, ...user } = found
  return {
    user: {
      ...user,
      displayName: display_name ?? user.username,
      emailVerified: email_verified,
      mayAdminister: mayAdminister({
        role: user.role,
        twoFactorEnabled: two_factor_enabled,
        isDemo: is_demo,
      }),
    },
    lastUsedAt: last_used_at,
  }
}

const usersByToken = fixedQuery((db, token: string, now: Date) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.email', 'users.username', 'users.role', 'users.banned'])
    .select(['email_verified', 'two_factor_enabled', 'is_demo', 'sessions.id as sessionId'])
    .select(['last_used_at', 'display_name'])
    .where('sessions.token', '=', token)
    .where('sessions.expires_at', '>', now),
)
