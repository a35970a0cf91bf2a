// Roles and permissions: each endpoint declares the callers it allows.

export const roles = ['customer', 'artist', 'admin'] as const
export type Role = (typeof roles)[number]

/** Roles a user can choose at registration. No request can create an admin. */
export const openRoles = ['customer', 'artist'] as const
export type OpenRole = (typeof openRoles)[number]

/** Everyone, every logged-in user, the users of one role, or those of several roles. */
export type Caller = 'anyone' | 'user' | 'artist' | 'admin' | readonly [Role, Role, ...Role[]]

/** An artist can do everything a customer can; an endpoint for named roles allows those roles only. */
export function mayCall(caller: Caller, role: Role | null): boolean {
  if (caller === 'anyone') return true
  if (role === null) return false
  return caller === 'user' || [caller].flat().includes(role)
}

/** True if admins may call because they are admins. */
export function isForAdmins(caller: Caller): boolean {
  return !isOpenToAll(caller) && mayCall(caller, 'admin')
}

/** True if every logged-in user may call. */
export function isOpenToAll(caller: Caller): boolean {
  return caller === 'anyone' || caller === 'user'
}

type Admin = { role: Role; twoFactorEnabled: boolean; isDemo: boolean }

/** An admin's powers need two-factor log-in: a guessed password alone must not ban users. The demo's admin has none. */
export function mayAdminister({ role, twoFactorEnabled, isDemo }: Admin): boolean {
  return role === 'admin' && (twoFactorEnabled || isDemo)
}
