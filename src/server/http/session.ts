// Who is asking: the session cookie looked up in the database at every call, so that a ban counts at once.

import type { FastifyRequest } from 'fastify'
import type { Auth } from '#server/accounts/auth.ts'
import { sessionCookiePrefix } from '#server/accounts/auth.ts'
import type { Role } from '#rules/permissions.ts'

export type SessionUser = {
  id: string
  email: string
  username: string
  role: Role
  banned: boolean
}

export type Sessions = { find: (request: FastifyRequest) => Promise<SessionUser | null> }

export function openSessions(auth: Auth): Sessions {
  return {
    async find(request) {
      const { cookie } = request.headers
      if (!cookie?.includes(sessionCookiePrefix)) return null
      const session = await auth.api.getSession({ headers: new Headers({ cookie }) })
      if (!session) return null
      const { id, email, name, role, banned } = session.user
      return { id, email, username: name, role: role as Role, banned: banned === true }
    },
  }
}
