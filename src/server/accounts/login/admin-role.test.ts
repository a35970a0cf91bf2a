import { expect, test } from 'vitest'
import { createUser, type TestUser, type TestApp } from '../../../../tests/support/test-app.ts'
import { grantAdmin, revokeAdmin } from './admin-role.ts'
import { sharedTestApp } from '../../../../tests/support/shared-app.ts'

const sharedApp = sharedTestApp()

async function roleOf(app: TestApp, email: string) {
  const user = await app.db
    .selectFrom('users')
    .select('role')
    .where('email', '=', email)
    .executeTakeFirst()
  return user?.role
}

test('a customer becomes an admin, whatever the case of the email, and a customer again', async () => {
  const app = await sharedApp()
  const mia = await createUser(app, { name: 'mia' })
  expect(await grantAdmin(app.db, mia.email.toUpperCase())).toEqual({ username: 'mia' })
  expect(await grantAdmin(app.db, mia.email)).toEqual({ username: 'mia' })
  expect(await roleOf(app, mia.email)).toBe('admin')
  expect(await revokeAdmin(app.db, mia.email)).toEqual({ username: 'mia' })
  expect(await roleOf(app, mia.email)).toBe('customer')
  expect(await revokeAdmin(app.db, mia.email)).toBe('no_admin')
})

test('a change of role ends the sessions of that account only', async () => {
  const app = await sharedApp()
  const mia = await createUser(app)
  const ann = await createUser(app)
  const whoIs = async (person: TestUser) => {
    const response = await app.call('GET /api/proxy/auth/get-id-and-role', { as: person })
    return response.json<{ role: string | null }>().role
  }
  const logIn = async () => {
    const response = await app.call('POST /api/accounts/log-in', {
      send: { email: mia.email, password: 'sing it to me' },
    })
    return {
      ...mia,
      cookie: response.cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    }
  }
  await grantAdmin(app.db, mia.email)
  expect([await whoIs(mia), await whoIs(ann)]).toEqual([null, 'customer'])

  const admin = await logIn()
  expect(await whoIs(admin)).toBe('admin')
  await grantAdmin(app.db, mia.email)
  expect(await whoIs(admin)).toBe('admin')
  await revokeAdmin(app.db, mia.email)
  expect([await whoIs(admin), await whoIs(ann)]).toEqual([null, 'customer'])
  expect(await whoIs(await logIn())).toBe('customer')
})

test('an artist stays an artist', async () => {
  const app = await sharedApp()
  const artist = await createUser(app, { role: 'artist' })
  expect(await grantAdmin(app.db, artist.email)).toBe('sells')
  expect(await revokeAdmin(app.db, artist.email)).toBe('no_admin')
  expect(await roleOf(app, artist.email)).toBe('artist')
})

test('an unknown email changes no role', async () => {
  const app = await sharedApp()
  expect(await grantAdmin(app.db, 'nobody@example.com')).toBe('unknown')
  expect(await revokeAdmin(app.db, 'nobody@example.com')).toBe('unknown')
})
