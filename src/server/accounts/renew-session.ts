// Replaces the session of a request by a new one: a cookie that somebody took before the user gained a role is worth nothing.

import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint, sessionMiddleware } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'

export const renewSessionPath = '/renew-session'

export const renewSession = {
  id: 'renew-session',
  endpoints: {
    renewSession: createAuthEndpoint(
      renewSessionPath,
      { method: 'POST', use: [sessionMiddleware] },
      async (call) => {
        const { session, user } = call.context.session
        const { internalAdapter } = call.context
        await internalAdapter.deleteSession(session.token)
        await setSessionCookie(call, {
          session: await internalAdapter.createSession(user.id),
          user,
        })
        return call.json({})
      },
    ),
  },
} satisfies BetterAuthPlugin
