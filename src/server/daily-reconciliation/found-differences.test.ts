import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import {
  createTradingDay,
  differencesOf,
  openKinds,
  reconcile,
  untilNight,
} from '../../../tests/support/money/reconciling.ts'
import { notificationsOf } from '../../../tests/support/notifications/notifications.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp()

test('what an admin has explained is not found again, until a side changes', async () => {
  const app = await emptyApp()
  const { paymentId } = await createTradingDay(app)
  const { charge_id: id } = await app.db
    .selectFrom('payments')
    .select('charge_id')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  await app.sandbox.control('POST change', { id, pence: 1 })
  await untilNight(app)
  await reconcile(app)
  await app.db
    .updateTable('reconciliation_differences')
    .set({ status: 'explained', reason: 'A penny of the bank’s.', ended_at: app.clock.now() })
    .execute()
  await untilNight(app)
  await reconcile(app)
  expect(await openKinds(app)).toEqual([])
  await app.sandbox.control('POST change', { id, pence: 1 })
  await untilNight(app)
  await reconcile(app)
  expect((await differencesOf(app)).map(({ status, theirs }) => [status, theirs])).toEqual([
    ['explained', '571'],
    ['open', '572'],
  ])
})

test('an open difference is told the admins each night, and impairs the site once it is older than a day', async () => {
  const app = await emptyApp()
  const admin = await createAdmin(app)
  const { paymentId } = await createTradingDay(app)
  const impaired = async () => (await app.call('GET /readyz')).json().impaired
  await sql`update payments set amount_pence = amount_pence + 1 where id = ${paymentId}`.execute(
    app.db,
  )
  const told = async () => {
    const { notifications } = await notificationsOf(app, admin)
    return notifications.filter(({ addition }) => addition?.startsWith('Differences between'))
  }
  await untilNight(app)
  await reconcile(app)
  expect(await told()).toHaveLength(1)
  expect(await impaired()).toBeUndefined()
  await app.clock.move({ days: 1, seconds: 1 })
  expect(await impaired()).toEqual(['differences_older_than_a_day'])
  await reconcile(app)
  expect(await told()).toHaveLength(2)
  expect((await told())[0]).toMatchObject({
    addition: expect.stringMatching(/: 1, the oldest found on \d{4}-\d\d-\d\d\./),
    path: '/admin/reconciliation',
  })
})
