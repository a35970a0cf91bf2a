import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestApp } from '../../../tests/support/test-app.ts'
import { onRequestClock } from './request-clock.ts'
import { DatabaseTimeout } from './request-pool.ts'

test('what everyone may read ends in time, however many statements it takes', async () => {
  await using app = await createTestApp({}, { publicReadMs: 300 })
  const endless = async () => {
    for (;;) await sql`select 1`.execute(app.requestDb)
  }
  await expect(onRequestClock(endless)).rejects.toThrow(DatabaseTimeout)
})

test('other requests, and what a request leaves to itself, have no such end', async () => {
  await using app = await createTestApp({}, { publicReadMs: 0 })
  const read = async () => (await sql`select 1 as one`.execute(app.requestDb)).rows
  await expect(onRequestClock(read)).rejects.toThrow(DatabaseTimeout)
  expect(await read()).toEqual([{ one: 1 }])

  const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
  const { promise: left, resolve } = Promise.withResolvers<unknown>()
  await onRequestClock(async () => void isOver.then(() => resolve(read())))
  end()
  expect(await left).toEqual([{ one: 1 }])
})

test.each(['by-id?ids=', 'query?genre=Folk&artistId='])(
  'a public read of /public/tracks/%s that waits for the database gets a 503 in time',
  async (path) => {
    await using app = await createTestApp({}, { publicReadMs: 300 })
    const id = 'b3a9c7de-1111-4222-8333-444455556666'
    await app.db.transaction().execute(async (tx) => {
      await sql`lock table tracks, listed_tracks in access exclusive mode`.execute(tx)
      const { statusCode, headers } = await app.call(`GET /public/tracks/${path}${id}`)
      expect([statusCode, headers['retry-after']]).toEqual([503, '5'])
    })
  },
)
