// The session user that endpoints receive; accounts/sessions.ts finds it.

import type { FastifyRequest } from 'fastify'
import type { Role } from '#rules/permissions.ts'

export type SessionUser = {
  id: string
  email: string
  username: string
  role: Role
  banned: boolean
  emailVerified: boolean
  /** What decides about an admin's powers, not the role. */
  mayAdminister: boolean
  sessionId: string
}

export type Sessions = { find: (request: FastifyRequest) => Promise<SessionUser | null> }
