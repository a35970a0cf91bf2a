// An admin with an authenticator app, who confirms what moves money by its codes.

import { sql } from 'kysely'
import { codeOf } from '../accounts/authenticator.ts'
import type { TestApp, TestUser } from '../test-app.ts'
import { createAdmin } from './admin-user.ts'

export type ConfirmingAdmin = TestUser & { secret: string }

export async function createConfirmingAdmin(app: TestApp): Promise<ConfirmingAdmin> {
  const admin = await createAdmin(app)
  const set = (isOn: boolean) =>
    app.db
      .updateTable('users')
      .set({ two_factor_enabled: isOn })
      .where('id', '=', admin.id)
      .execute()
  await set(false)
  const send = { password: 'sing it to me' }
  const begun = await app.call('POST /api/account/two-factor/begin', { as: admin, send })
  const { secret } = begun.json<{ secret: string }>()
  await set(true)
  return { ...admin, secret }
}

/** The code of this moment, as if it had not been used. */
export async function freshCode(
  { db }: Pick<TestApp, 'db'>,
  { secret }: ConfirmingAdmin,
): Promise<string> {
  await sql`delete from rate_limits where key like 'used-code|%' or key like 'action-code|%'`.execute(
    db,
  )
  return codeOf(secret)
}
