import { expect } from 'vitest'
import type { Role } from '#rules/permissions.ts'
import { createAdmin } from './admin-user.ts'
import { ban } from '../catalogue/listing.ts'
import { createUser, type TestApp, type TestUser } from '../test-app.ts'

export const callers = [
  'visitor',
  'customer',
  'artist',
  'admin',
  'bannedCustomer',
  'bannedArtist',
] as const
export type Caller = (typeof callers)[number]

const roleOfCaller: Record<Caller, Role | null> = {
  visitor: null,
  customer: 'customer',
  artist: 'artist',
  admin: 'admin',
  bannedCustomer: 'customer',
  bannedArtist: 'artist',
}
export const roleOf = (caller: Caller) => roleOfCaller[caller]
export const isBanned = (caller: Caller) => caller.startsWith('banned')

type Options = {
  createArtist?: (app: TestApp) => Promise<TestUser>
  /** What the users do before some of them are banned. */
  prepare?: (users: UserOfEachRole) => Promise<void>
}
export type UserOfEachRole = { visitor: undefined } & Record<Exclude<Caller, 'visitor'>, TestUser>

export async function createUserOfEachRole(
  app: TestApp,
  { createArtist = (to) => createUser(to, { role: 'artist' }), prepare }: Options = {},
): Promise<UserOfEachRole> {
  const users = {
    visitor: undefined,
    customer: await createUser(app),
    artist: await createArtist(app),
    admin: await createAdmin(app),
    bannedCustomer: await createUser(app),
    bannedArtist: await createArtist(app),
  }
  await prepare?.(users)
  for (const { id } of [users.bannedCustomer, users.bannedArtist]) await ban(app.db, id)
  // A call by an artist is noted once in some minutes: from here on it changes nothing.
  await app.call('GET /api/proxy/auth/get-id-and-role', { as: users.artist })
  const unnoted = app.db
    .selectFrom('artists')
    .select('artist_id')
    .where('artist_id', '=', users.artist.id)
    .where('last_online_at', 'is', null)
  await expect.poll(() => unnoted.execute()).toEqual([])
  return users
}
