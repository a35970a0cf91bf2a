import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTrialClock } from '#server/start/trial-clock.ts'
import {
  createCommissionArtist,
  readStored,
  storeCommission,
} from '../../../tests/support/commissions/stored-commission.ts'
import { createTestApp, createUser } from '../../../tests/support/test-app.ts'

const daySeconds = 24 * 3600

test('whoever tries the app on this machine moves its time: what is due by then happens at once; nobody else moves it', async () => {
  const moves: number[] = []
  let aheadMs = 0
  await using app = await createTestApp({
    clock: { now: () => new Date(Date.now() + aheadMs) },
    moveClock: async (seconds) => {
      moves.push(seconds)
      aheadMs += seconds * 1000
    },
  })
  const parties = { customer: await createUser(app), artist: await createCommissionArtist(app) }
  const { id } = await storeCommission(app, { ...parties, status: 'pending_artist' })
  const move = (seconds: unknown, remoteAddress = '127.0.0.1', headers: object = {}) =>
    app.http.inject({
      method: 'POST',
      url: '/dev/clock',
      headers: { host: 'undersong.test', ...headers },
      payload: { seconds },
      remoteAddress,
    })
  expect((await move(daySeconds, '192.168.1.7')).statusCode).toBe(404)
  expect((await move(daySeconds, '127.0.0.1', { 'x-forwarded-for': '127.0.0.1' })).statusCode).toBe(
    404,
  )
  expect((await move(daySeconds, '127.0.0.1', { host: 'rebound.evil.test' })).statusCode).toBe(404)
  for (const seconds of [-1, 0.5, 'a day'])
    expect((await move(seconds)).json()).toMatchObject({ code: 'invalid_input' })
  expect(moves).toEqual([])
  const moved = await move(8 * daySeconds)
  expect([moved.statusCode, moved.headers['cache-control']]).toEqual([200, 'no-store'])
  expect(Date.parse(moved.json<{ now: string }>().now)).toBeGreaterThan(Date.now() + 7 * 86_400_000)
  await app.work()
  expect((await readStored(app, id)).status).toBe('cancelled')
})

test('nobody moves the time of an app that is no trial', async () => {
  await using app = await createTestApp()
  const refused = await app.call('POST /dev/clock', { send: { seconds: 1 } })
  expect(refused.statusCode).toBe(404)
})

test('the clock of a trial moves together with that of the card provider, and stays moved after a restart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'undersong-clock-'))
  await using app = await createTestApp()
  const provider = { url: app.sandbox.url, key: app.sandbox.key }
  const file = join(folder, 'clock.json')
  const clock = await openTrialClock(file, provider)
  const aheadOf = (moment: Date) => Math.round((moment.getTime() - Date.now()) / 1000)
  expect(aheadOf(clock.now())).toBe(0)
  await clock.advance(daySeconds)
  await clock.advance(60)
  expect(aheadOf(clock.now())).toBe(daySeconds + 60)
  const { now } = (await app.sandbox.control('POST clock', { seconds: 0 })) as { now: number }
  expect(aheadOf(new Date(now * 1000))).toBeGreaterThan(daySeconds)
  const again = await openTrialClock(file, provider)
  expect(aheadOf(again.now())).toBe(daySeconds + 60)

  const unknown = await openTrialClock(file, { ...provider, key: 'sk_test_unknown' })
  await expect(unknown.advance(60)).rejects.toThrow('did not move its clock: 401')
  expect(aheadOf(unknown.now())).toBe(daySeconds + 60)
  await rm(folder, { recursive: true })
})
