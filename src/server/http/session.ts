// The session user that endpoints receive; accounts/sessions.ts finds it.

import type { FastifyRequest } from 'fastify'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Role } from '#rules/permissions.ts'

export type SessionUser = {
  id: string
  email: string
  username: string
  /** Screens show it: the username, unless an artist has chosen another name. */
  displayName: string
  role: Role
  banned: boolean
  emailVerified: boolean
  /** It decides about an admin's powers, not the role. */
  mayAdminister: boolean
  sessionId: string
}

/** Guards recordings, and the money for them: a mistyped address would lose what the artist is told. @throws Refusal email_unverified */
export function refuseUnverifiedEmail({ emailVerified }: SessionUser): void {
  if (!emailVerified) throw new Refusal('email_unverified')
}

export type Sessions = {
  find: (request: FastifyRequest) => Promise<SessionUser | null>
  /**
   * Which of these sessions still have a user who is not banned. Asked by the server for a connection that stays open: it
   * is no use of the session.
   */
  findValid: (sessionIds: string[]) => Promise<Set<string>>
}
