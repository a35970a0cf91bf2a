import { createAdmin } from './admin-user.ts'
import { createUser, type TestApp, type TestUser } from '../test-app.ts'

export const callers = [
  'visitor',
  'customer',
  'artist',
  'admin',
  'bannedCustomer',
  'bannedArtist',
] as const
type Caller = (typeof callers)[number]

export async function createUserOfEachRole(app: TestApp) {
  const users = {
    visitor: undefined,
    customer: await createUser(app),
    artist: await createUser(app, { role: 'artist' }),
    admin: await createAdmin(app),
    bannedCustomer: await createUser(app),
    bannedArtist: await createUser(app, { role: 'artist' }),
  } satisfies Record<Caller, TestUser | undefined>
  await app.db
    .updateTable('users')
    .set({ banned: true })
    .where('id', 'in', [users.bannedCustomer.id, users.bannedArtist.id])
    .execute()
  // A call by an artist is noted once in some minutes: from here on it changes nothing.
  await app.call('GET /api/proxy/auth/get-id-and-role', { as: users.artist })
  return users
}
