import { expect, test } from 'vitest'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { codeOf } from '../../../tests/support/access/code-of.ts'
import { createUser, type TestApp, type TestUser } from '../../../tests/support/test-app.ts'
import { sharedTestApp } from '../../../tests/support/shared-app.ts'

const sharedApp = sharedTestApp()

const change = (app: TestApp, as: TestUser, verb: 'ban' | 'unban', send: object) =>
  app.call(`POST /api/proxy/admin/${verb}-user`, { as, send })

const suspensionOf = async (app: TestApp, as: TestUser) =>
  (await app.call('GET /api/proxy/auth/get-id-and-role', { as })).json<{ suspension?: object }>()
    .suspension

test('a suspended user reads since when and why, as it was told; what admins note is not sent', async () => {
  const app = await sharedApp()
  const [admin, mia, tom] = [
    await createAdmin(app),
    await createUser(app),
    await createUser(app, { role: 'artist' }),
  ]
  expect(await suspensionOf(app, mia)).toBeUndefined()
  const note = 'Tom wrote to us.'
  await change(app, admin, 'ban', { artistId: tom.id, reason: 'Copied recordings.' })
  await change(app, admin, 'ban', { artistId: mia.id, reason: 'Rude.' })
  await change(app, admin, 'unban', { artistId: mia.id, reason: 'Sorry.' })
  expect(await suspensionOf(app, mia)).toBeUndefined()
  await change(app, admin, 'ban', { artistId: mia.id, reason: 'Rude again.', note })
  const { acted_at: since } = await app.db
    .selectFrom('admin_actions')
    .select('acted_at')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(await suspensionOf(app, mia)).toEqual({
    since: since.toISOString(),
    reason: 'Rude again.',
  })
  expect(await suspensionOf(app, tom)).toMatchObject({ reason: 'Copied recordings.' })
})

test('a suspended user takes a copy of the data and deletes the account', async () => {
  const app = await sharedApp()
  const mia = await createUser(app)
  await app.db.updateTable('users').set({ banned: true }).where('id', '=', mia.id).execute()
  const copy = await app.call('GET /api/account/export', { as: mia })
  expect(copy.headers['content-type']).toBe('application/zip')
  const open = await app.call('GET /api/account/deletion', { as: mia })
  expect(open.json()).toEqual({ openMatters: [], ownedTracks: [] })
  const deletion = (password: string) =>
    app.call('POST /api/account/deletion', { as: mia, send: { password } })
  expect(codeOf(await deletion('a wrong guess'))).toBe('wrong_password')
  expect(codeOf(await deletion('sing it to me'))).toBe('done')
  const sessions = app.db.selectFrom('sessions').where('user_id', '=', mia.id)
  expect(await sessions.select('id').execute()).toEqual([])
})
