import { grantAdmin } from '#server/accounts/login/admin-role.ts'
import { createUser, type TestApp, type TestUser } from '../test-app.ts'

/** Logs in again: becoming an admin ends the sessions of before. The second factor counts from then on. */
export async function createAdmin(
  app: TestApp,
  options: { name?: string } = {},
): Promise<TestUser> {
  const admin = await createUser(app, options)
  await grantAdmin(app.db, admin.email)
  const send = { email: admin.email, password: 'sing it to me' }
  const login = await app.call('POST /api/accounts/log-in', { send })
  await app.db
    .updateTable('users')
    .set({ two_factor_enabled: true })
    .where('id', '=', admin.id)
    .execute()
  return { ...admin, cookie: login.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
}
