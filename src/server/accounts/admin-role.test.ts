import { expect, test } from 'vitest'
import { aPerson, openScene, type Person, type Scene } from '../../../tests/support/scene.ts'
import { grantAdmin, revokeAdmin } from './admin-role.ts'

async function roleOf(scene: Scene, email: string) {
  const user = await scene.db
    .selectFrom('users')
    .select('role')
    .where('email', '=', email)
    .executeTakeFirst()
  return user?.role
}

test('a customer becomes an admin at once, in whatever case the email is written, and a customer again', async () => {
  await using scene = await openScene()
  const mia = await aPerson(scene, { name: 'mia' })
  expect(await grantAdmin(scene.db, mia.email.toUpperCase())).toEqual({ username: 'mia' })
  expect(await grantAdmin(scene.db, mia.email)).toEqual({ username: 'mia' })
  expect(await roleOf(scene, mia.email)).toBe('admin')
  expect(await revokeAdmin(scene.db, mia.email)).toEqual({ username: 'mia' })
  expect(await roleOf(scene, mia.email)).toBe('customer')
  expect(await revokeAdmin(scene.db, mia.email)).toBe('no_admin')
})

test('a change of role ends the sessions of that account, and no other', async () => {
  await using scene = await openScene()
  const mia = await aPerson(scene)
  const ann = await aPerson(scene)
  const whoIs = async (person: Person) => {
    const answer = await scene.call('GET /api/proxy/auth/get-id-and-role', { as: person })
    return answer.json<{ role: string | null }>().role
  }
  const logIn = async () => {
    const answer = await scene.call('POST /api/accounts/log-in', {
      send: { email: mia.email, password: 'sing it to me' },
    })
    return {
      ...mia,
      cookie: answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    }
  }
  await grantAdmin(scene.db, mia.email)
  expect([await whoIs(mia), await whoIs(ann)]).toEqual([null, 'customer'])

  const admin = await logIn()
  expect(await whoIs(admin)).toBe('admin')
  await grantAdmin(scene.db, mia.email)
  expect(await whoIs(admin)).toBe('admin')
  await revokeAdmin(scene.db, mia.email)
  expect([await whoIs(admin), await whoIs(ann)]).toEqual([null, 'customer'])
  expect(await whoIs(await logIn())).toBe('customer')
})

test('an artist stays an artist', async () => {
  await using scene = await openScene()
  const artist = await aPerson(scene, { role: 'artist' })
  expect(await grantAdmin(scene.db, artist.email)).toBe('sells')
  expect(await revokeAdmin(scene.db, artist.email)).toBe('no_admin')
  expect(await roleOf(scene, artist.email)).toBe('artist')
})

test('an unknown email is nobody', async () => {
  await using scene = await openScene()
  expect(await grantAdmin(scene.db, 'nobody@example.com')).toBe('unknown')
  expect(await revokeAdmin(scene.db, 'nobody@example.com')).toBe('unknown')
})
