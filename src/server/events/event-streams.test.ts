import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { Refusal } from '#rules/errors/refusal.ts'
import type { SessionUser } from '#server/http/session.ts'
import { openEventStream } from '../../../tests/support/event-stream.ts'
import { openEventStreams, streamLimits } from './event-streams.ts'
import type { SiteEvents } from './listen-for-events.ts'

type Subscriber = Parameters<SiteEvents['subscribe']>[0]

const mia: SessionUser = {
  id: 'mia',
  email: 'mia@example.com',
  username: 'mia',
  displayName: 'mia',
  role: 'artist',
  banned: false,
  emailVerified: true,
  mayAdminister: false,
  sessionId: 'first',
}

/** Streams without a database: `tell` delivers an event, `user` is the owner of each session. */
async function serveStreams(limits: Partial<typeof streamLimits>) {
  const subscribers: Subscriber[] = []
  const site = { user: mia as SessionUser | null, areValid: true, checked: [] as string[][] }
  const streams = openEventStreams(
    { subscribe: (one) => (subscribers.push(one), () => {}), stop: async () => {} },
    { findValid: async (ids) => (site.checked.push(ids), new Set(site.areValid ? ids : [])) },
    { ...streamLimits, ...limits },
  )
  const http = Fastify({ forceCloseConnections: true, trustProxy: true })
  http.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof Refusal ? error.status : 500).send(),
  )
  http.get('/api/events', async (request, reply) => {
    streams.open(request, reply, site.user)
    return reply
  })
  const address = await http.listen({ host: '127.0.0.1', port: 0 })
  return {
    address,
    site,
    tell: (uploadId: string) => {
      for (const { onEvent } of subscribers)
        onEvent({ name: 'uploadChanged', uploadId, artistId: 'mia' })
    },
    async [Symbol.asyncDispose]() {
      streams.closeAll()
      await http.close()
    },
  }
}

test('a caller has a bounded number of streams, and gets another one after closing one', async () => {
  await using server = await serveStreams({ maxOfOneCaller: 2 })
  await using first = await openEventStream(server.address)
  {
    await using second = await openEventStream(server.address)
    await using third = await openEventStream(server.address)
    expect([first.status, second.status, third.status]).toEqual([200, 200, 429])
    server.site.user = { ...mia, id: 'sam' }
    await using other = await openEventStream(server.address)
    expect(other.status).toBe(200)
    server.site.user = mia
  }
  await expect
    .poll(async () => {
      await using again = await openEventStream(server.address)
      return again.status
    })
    .toBe(200)
})

test('visitors are counted by their networks', async () => {
  await using server = await serveStreams({ maxOfOneCaller: 1 })
  server.site.user = null
  const openFrom = (address: string) =>
    openEventStream(server.address, { headers: { 'x-forwarded-for': address } })
  await using first = await openFrom('2001:db8:1:2::1')
  await using neighbour = await openFrom('2001:db8:1:2::9')
  await using other = await openFrom('2001:db8:1:3::1')
  expect([first.status, neighbour.status, other.status]).toEqual([200, 429, 200])
})

test('a process has a bounded number of streams', async () => {
  await using server = await serveStreams({ max: 1 })
  await using first = await openEventStream(server.address)
  server.site.user = null
  await using second = await openEventStream(server.address)
  expect([first.status, second.status]).toEqual([200, 429])
})

test('visitors leave a share of the streams to users', async () => {
  await using server = await serveStreams({ max: 3, maxOfVisitors: 1 })
  const openFrom = (address: string) =>
    openEventStream(server.address, { headers: { 'x-forwarded-for': address } })
  server.site.user = null
  await using visitor = await openFrom('203.0.113.1')
  await using second = await openFrom('203.0.113.2')
  // A banned user counts as a visitor.
  server.site.user = { ...mia, banned: true }
  await using banned = await openFrom('203.0.113.3')
  server.site.user = mia
  await using user = await openFrom('203.0.113.4')
  await using another = await openFrom('203.0.113.5')
  expect([visitor, second, banned, user, another].map(({ status }) => status)).toEqual([
    200, 429, 429, 200, 200,
  ])
})

test('sessions are checked in portions, those of visitors not at all', async () => {
  await using server = await serveStreams({ checkSessionsMs: 5, maxCheckedAtOnce: 2 })
  await using opened = new AsyncDisposableStack()
  for (const id of ['one', 'two', 'three', null, 'four', 'five']) {
    server.site.user = id === null ? null : { ...mia, id, sessionId: `of ${id}` }
    opened.use(await openEventStream(server.address))
  }
  const whole = () =>
    server.site.checked.flatMap((ids, at) => (ids.join() === 'of five' ? [at] : []))
  await expect.poll(() => whole().length).toBeGreaterThan(1)
  const [first = 0, second = 0] = whole()
  expect(server.site.checked.slice(first + 1, second + 1)).toEqual([
    ['of one', 'of two'],
    ['of three', 'of four'],
    ['of five'],
  ])
})

test('a silent stream gets heartbeats, which are no events', async () => {
  await using server = await serveStreams({ heartbeatMs: 5 })
  await using stream = await openEventStream(server.address)
  await expect.poll(() => stream.text()).toContain('\n\n:\n\n:\n\n')
  expect(stream.events()).toEqual([{ name: 'resync' }])
})

test('a session that expires ends its stream at the next check', async () => {
  await using server = await serveStreams({ checkSessionsMs: 5 })
  await using stream = await openEventStream(server.address)
  server.tell('0b94ea4c-3a6e-4a0e-8a4e-1b7f1c0e9d10')
  await expect.poll(() => stream.events()).toHaveLength(2)
  expect(stream.isEnded()).toBe(false)
  server.site.areValid = false
  await expect.poll(() => stream.isEnded()).toBe(true)
})
