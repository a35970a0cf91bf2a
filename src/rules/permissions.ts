// Who may call what: each endpoint names the least it asks of its caller.

export const roles = ['customer', 'artist', 'admin'] as const
export type Role = (typeof roles)[number]

/** Roles a person may choose for themselves. No request can ever make an admin. */
export const openRoles = ['customer', 'artist'] as const
export type OpenRole = (typeof openRoles)[number]

export type Caller = 'anyone' | 'user' | 'artist' | 'admin'

/** An artist can do everything a customer can; an admin is asked for by name only. */
export function mayCall(caller: Caller, role: Role | null): boolean {
  if (caller === 'anyone') return true
  if (role === null) return false
  return caller === 'user' || caller === role
}
