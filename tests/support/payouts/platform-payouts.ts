// Payouts of the platform: ordered by an admin, and what the provider has of them.

import type { PlatformMoney } from '#contracts/admin/platform-balance.ts'
import { orderPayout } from '#server/payouts/platform-payouts.ts'
import { freshCode, type ConfirmingAdmin } from '../access/confirming-admin.ts'
import { expectSameBalance, readBalance } from '../money/provider-balance.ts'
import { provider } from '../shopping.ts'
import type { TestApp, TestUser } from '../test-app.ts'

/** Of a test app. */
export const reserve = 20_000
export const note = 'The rent of the month.'

export const moneyOf = async (app: TestApp, as: TestUser) =>
  (await app.call('GET /api/proxy/admin/balance', { as })).json<PlatformMoney>()

export async function payOut(
  app: TestApp,
  admin: ConfirmingAdmin,
  amount: string,
  changes: object = {},
) {
  const code = await freshCode(app, admin)
  return app.call('POST /api/proxy/admin/payouts', {
    as: admin,
    send: { amount, note, code, ...changes },
  })
}

export const payoutsOf = async (app: TestApp) =>
  (await provider(app).payouts.list()).data.toReversed()

export const rowsOf = (app: TestApp) =>
  app.db.selectFrom('platform_payouts').selectAll().orderBy('created_at').execute()

/** What has left is booked as pending until the balance is read. */
export async function expectBooked(app: TestApp): Promise<void> {
  await readBalance(app)
  await expectSameBalance(app)
}

/** Half of what is added is ordered, as a command. */
export const order = (app: TestApp, pence = 50_000) =>
  app.db
    .selectFrom('users')
    .select('id')
    .executeTakeFirstOrThrow()
    .then(({ id: adminId }) =>
      orderPayout(
        { ...app, platformReservePence: reserve },
        { pence, adminId, record: async () => {} },
      ),
    )
