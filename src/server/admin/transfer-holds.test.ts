import { expect, test } from 'vitest'
import { addJob } from '#server/jobs/add-job.ts'
import { moneyProblems } from '../../../tests/support/money/money-problems.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { codeOf } from '../../../tests/support/access/code-of.ts'
import { untilWaitingForLocks } from '../../../tests/support/lock-waiters.ts'
import { createArtistWithPayouts, paidCart, provider } from '../../../tests/support/shopping.ts'
import {
  createTrack,
  createUser,
  type TestApp,
  type TestUser,
} from '../../../tests/support/test-app.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp()

async function buyTrackOf(app: TestApp, artistId: string) {
  const [customer, track] = [await createUser(app), await createTrack(app.db, { artistId })]
  await paidCart(app, customer, [track.id])
  return { customer, track }
}

const statuses = async (app: TestApp) =>
  (await app.db.selectFrom('transfers').select('status').orderBy('created_at').execute()).map(
    ({ status }) => status,
  )

async function isHeld({ db }: TestApp, { id }: TestUser): Promise<boolean> {
  const held = db.selectFrom('transfer_holds').where('artist_id', '=', id)
  return (await held.selectAll().execute()).length > 0
}

async function letReconcile(app: TestApp) {
  await app.db
    .updateTable('transfers')
    .set({ due_at: new Date(0) })
    .execute()
  await addJob(app.db, 'reconcile_payments', {})
  await app.work()
}

test('a ban holds what is owed to the artist until an admin releases it; the end of the ban does not send it', async () => {
  const app = await emptyApp()
  const admin = await createAdmin(app)
  const tom = await createArtistWithPayouts(app)
  const { customer, track } = await buyTrackOf(app, tom.id)
  const act = (path: string) =>
    app.call(`POST /api/proxy/admin/${path}`, {
      as: admin,
      send: { artistId: tom.id, note: 'A question.' },
    })
  const release = () => act(`users/${tom.id}/release-transfers`)
  await act('ban-user')
  await app.work()
  expect(await statuses(app)).toEqual(['blocked'])
  // Customers keep what they bought.
  const owned = await app.call('GET /api/proxy/my-tracks/ids', { as: customer })
  expect(owned.body).toContain(track.id)
  await act('unban-user')
  await letReconcile(app)
  expect(await statuses(app)).toEqual(['blocked'])

  // A repeated ban holds nothing anew.
  await act('ban-user')
  expect((await release()).json()).toEqual({ areTransfersHeld: false })
  await act('ban-user')
  await app.work()
  expect(await statuses(app)).toEqual(['sent'])
  expect(await moneyProblems(app)).toEqual([])
})

test('what an admin holds is sent neither by the reconciliation nor by the provider’s report, but once it is released', async () => {
  const app = await emptyApp()
  const admin = await createAdmin(app)
  const tom = await createArtistWithPayouts(app)
  await buyTrackOf(app, tom.id)
  await app.work()
  const act = (path: string) =>
    app.call(`POST /api/proxy/admin/${path}`, { as: admin, send: { note: 'A question.' } })
  await buyTrackOf(app, tom.id)
  for (let count = 0; count < 2; count++)
    expect((await act(`users/${tom.id}/hold-transfers`)).json()).toEqual({ areTransfersHeld: true })
  await app.work()
  expect(await statuses(app)).toEqual(['sent', 'blocked'])
  await letReconcile(app)
  await app.call('GET /api/artist/payment-setup', { as: tom })
  await app.work()
  expect(await statuses(app)).toEqual(['sent', 'blocked'])
  const record = await app.call(`GET /api/proxy/admin/users/${tom.id}`, { as: admin })
  expect(record.json()).toMatchObject({
    areTransfersHeld: true,
    owedPence: 500,
    sold: 2,
    releasePostings: [
      { account: 'stripe_pending', pence: -500 },
      { account: 'artist_payable', pence: 500 },
    ],
  })

  const released = await act(`users/${tom.id}/release-transfers`)
  expect(released.json()).toEqual({ areTransfersHeld: false })
  await app.work()
  expect(await statuses(app)).toEqual(['sent', 'sent'])
  const after = await app.call(`GET /api/proxy/admin/users/${tom.id}`, { as: admin })
  expect(after.json()).toMatchObject({ areTransfersHeld: false, releasePostings: null })
  const { data: atProvider } = await provider(app).transfers.list()
  expect(atProvider.map(({ amount }) => amount)).toEqual([500, 500])
  expect(await moneyProblems(app)).toEqual([])
  const logged = await app.db.selectFrom('admin_actions').select('action').orderBy('id').execute()
  expect(logged.map(({ action }) => action)).toEqual(['hold_transfers', 'release_transfers'])
})

test.each(['hold-transfers', 'ban-user'] as const)(
  'what is being decided about a transfer is decided before the hold of a %s',
  async (step) => {
    const app = await emptyApp()
    const [admin, tom, other] = [
      await createAdmin(app),
      await createArtistWithPayouts(app),
      await createArtistWithPayouts(app),
    ]
    const path = step === 'ban-user' ? step : `users/${tom.id}/${step}`
    const { holding } = await app.db.transaction().execute(async (tx) => {
      // As while a transfer is claimed, and right before it is sent.
      const account = tx.selectFrom('payment_accounts').where('user_id', '=', tom.id)
      await account.select('user_id').forShare().execute()
      const send = { artistId: tom.id, note: 'A question.' }
      const call = app.call(`POST /api/proxy/admin/${path}`, { as: admin, send })
      await untilWaitingForLocks(app, 1)
      return { holding: call }
    })
    expect((await holding).statusCode).toBe(200)
    expect(await isHeld(app, tom)).toBe(true)
    expect(await isHeld(app, other)).toBe(false)
  },
)

test('a ban holds nothing of a customer, to whom nothing is owed', async () => {
  const app = await emptyApp()
  const [admin, mia] = [await createAdmin(app), await createUser(app)]
  await app.call('POST /api/proxy/admin/ban-user', { as: admin, send: { artistId: mia.id } })
  expect(await isHeld(app, mia)).toBe(false)
})

test('only what is owed to an artist can be held', async () => {
  const app = await emptyApp()
  const [admin, mia] = [await createAdmin(app), await createUser(app)]
  for (const step of ['hold', 'release']) {
    const refused = await app.call(`POST /api/proxy/admin/users/${mia.id}/${step}-transfers`, {
      as: admin,
      send: { note: 'Why not.' },
    })
    expect(refused.json()).toMatchObject({ code: 'not_found' })
  }
})

test('nobody releases the own transfers', async () => {
  const app = await emptyApp()
  const [admin, tom] = [await createAdmin(app), await createArtistWithPayouts(app)]
  const act = (step: 'hold' | 'release', as: TestUser) =>
    app.call(`POST /api/proxy/admin/users/${tom.id}/${step}-transfers`, {
      as,
      send: { note: 'A question.' },
    })
  await act('hold', admin)
  const own = { role: 'admin', two_factor_enabled: true } as const
  await app.db.updateTable('users').set(own).where('id', '=', tom.id).execute()
  expect(codeOf(await act('release', tom))).toBe('own_sale')
  expect(await isHeld(app, tom)).toBe(true)
  expect(codeOf(await act('release', admin))).toBe('done')
})
