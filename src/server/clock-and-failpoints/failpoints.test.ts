// The places at which tests of commissions fail, wait and end: whether they are where they say.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { codeOf } from '../../../tests/support/access/code-of.ts'
import {
  createCommissionArtist,
  readStored,
  storeCommission,
} from '../../../tests/support/commissions/stored-commission.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { createTestApp, createUser } from '../../../tests/support/test-app.ts'
import { noFailpoints } from './failpoints.ts'

const emptyApp = emptiedTestApp()

async function createFixture() {
  const app = await emptyApp()
  const [mia, tom] = [await createUser(app), await createCommissionArtist(app)]
  const { id } = await storeCommission(app, {
    customer: mia,
    artist: tom,
    status: 'pending_artist',
  })
  return {
    app,
    accept: () =>
      app.call('POST /api/commission/artist/respond', {
        as: tom,
        send: { commissionId: id, action: 'accept' },
      }),
    statusOf: async () => (await readStored(app, id)).status,
    isLocked: async () => {
      const free = sql`select from commissions where id = ${id} for update skip locked`
      return (await free.execute(app.db)).rows.length === 0
    },
  }
}

test.each([
  ['before', 'pending_artist', 'done'],
  ['after', 'requested', 'commission_moved'],
] as const)(
  'a call that fails %s its commit leaves a commission that is %s; the next call is not failed',
  async (moment, status, next) => {
    const fixture = await createFixture()
    const { app, accept, statusOf } = fixture
    void app.failpoints.arm(`${moment} accept.commit`, 'throw')
    expect((await accept()).statusCode).toBe(500)
    expect(await statusOf()).toBe(status)
    expect(codeOf(await accept())).toBe(next)
  },
)

test('a call that pauses before its commit holds what it has locked until it goes on', async () => {
  const fixture = await createFixture()
  const { app, accept, statusOf, isLocked } = fixture
  const name = 'before accept.commit'
  const reached = app.failpoints.arm(name, 'pause')
  const accepting = accept()
  await reached
  expect([await statusOf(), await isLocked()]).toEqual(['pending_artist', true])
  app.failpoints.disarm(name)
  expect(codeOf(await accepting)).toBe('done')
  expect([await statusOf(), await isLocked()]).toEqual(['requested', false])
})

test('a call that pauses after its commit holds nothing', async () => {
  const fixture = await createFixture()
  const { app, accept, statusOf, isLocked } = fixture
  const name = 'after accept.commit'
  const reached = app.failpoints.arm(name, 'pause')
  const accepting = accept()
  await reached
  expect([await statusOf(), await isLocked()]).toEqual(['requested', false])
  app.failpoints.disarm(name)
  expect(codeOf(await accepting)).toBe('done')
})

test('a failpoint that was disarmed does nothing', async () => {
  const fixture = await createFixture()
  const { app, accept } = fixture
  void app.failpoints.arm('before accept.commit', 'throw')
  app.failpoints.disarm('before accept.commit')
  expect(codeOf(await accept())).toBe('done')
})

test('a test on this machine arms and disarms the failpoints of a process; nobody else does, and nobody where they do nothing', async () => {
  const fixture = await createFixture()
  const { app, accept, statusOf } = fixture
  const arm = (payload: object, remoteAddress = '127.0.0.1', headers: object = {}) =>
    app.http.inject({
      method: 'POST',
      url: '/dev/failpoints',
      headers: { host: 'undersong.test', ...headers },
      payload,
      remoteAddress,
    })
  const failing = { name: 'before accept.commit', mode: 'throw' }
  expect((await arm(failing, '192.168.1.7')).statusCode).toBe(404)
  expect((await arm(failing, '127.0.0.1', { 'x-forwarded-for': '127.0.0.1' })).statusCode).toBe(404)
  expect((await arm(failing, '127.0.0.1', { host: 'rebound.evil.test' })).statusCode).toBe(404)
  for (const wrong of [{ mode: 'throw' }, { ...failing, name: 'accept' }, { ...failing, mode: 1 }])
    expect((await arm(wrong)).json()).toMatchObject({ code: 'invalid_input' })
  expect((await arm(failing)).json()).toEqual(failing)
  expect((await arm({ ...failing, mode: 'off' })).statusCode).toBe(200)
  expect((await arm(failing)).statusCode).toBe(200)
  expect((await accept()).statusCode).toBe(500)
  expect(await statusOf()).toBe('pending_artist')

  await using site = await createTestApp({ failpoints: noFailpoints })
  expect((await site.call('POST /dev/failpoints', { send: failing })).statusCode).toBe(404)
})
