// Identifies the caller: reads the session from the database at every call, so that a ban takes effect at once.

import type { Role } from '#rules/permissions.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Sessions } from '#server/http/session.ts'
import { sessionCookiePrefix, type Auth } from './auth.ts'

export function openSessions(auth: Auth): Sessions {
  return {
    async find(request) {
      const { cookie } = request.headers
      if (!cookie?.includes(sessionCookiePrefix)) return null
      const session = await auth.api
        .getSession({ headers: new Headers({ cookie }) })
        .catch((cause: unknown) => {
          // getSession only needs the database, and wraps a database error in an error of its own.
          throw new Refusal('unavailable', { cause })
        })
      if (!session) return null
      const { id, email, name, role, banned } = session.user
      return { id, email, username: name, role: role as Role, banned: banned === true }
    },
  }
}
