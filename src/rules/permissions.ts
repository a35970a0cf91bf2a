// Roles and permissions: each endpoint declares the callers it allows.

export const roles = ['customer', 'artist', 'admin'] as const
export type Role = (typeof roles)[number]

/** Roles a user can choose at registration. No request can create an admin. */
export const openRoles = ['customer', 'artist'] as const
export type OpenRole = (typeof openRoles)[number]

export type Caller = 'anyone' | 'user' | 'artist' | 'admin'

/** An artist can do everything a customer can; admin endpoints allow admins only. */
export function mayCall(caller: Caller, role: Role | null): boolean {
  if (caller === 'anyone') return true
  if (role === null) return false
  return caller === 'user' || caller === role
}
