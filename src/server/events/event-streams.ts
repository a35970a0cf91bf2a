// The open streams of server-sent events of this process: who is told what, for how long, and how many there may be.

import { PassThrough } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LiveEvent } from '#contracts/events.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import { networkOf } from '#server/http/network.ts'
import type { Sessions, SessionUser } from '#server/http/session.ts'
import { effectsOf, type Effects } from './event-effects.ts'
import type { SiteEvents } from './listen-for-events.ts'
import type { SiteEvent } from './site-events.ts'

type Stream = {
  /** Null for a visitor. */
  userId: string | null
  sessionId: string | null
  /** The user, or the visitor's network. */
  caller: string
  body: PassThrough
}

export type EventStreams = {
  /** @throws Refusal too_many_requests */
  open: (request: FastifyRequest, reply: FastifyReply, user: SessionUser | null) => void
  closeAll: () => void
}

export const streamLimits = {
  /** The streams of this process; a client without one polls. */
  max: 1_000,
  /** Of all visitors: the other half is left to users, whom more events concern. */
  maxOfVisitors: 500,
  maxOfOneCaller: 20,
  /** Below the minute after which proxies close a silent connection. */
  heartbeatMs: 25_000,
  /** For sessions that expire, and users who are banned, without an event. */
  checkSessionsMs: 60_000,
  /** Sessions of one query. */
  maxCheckedAtOnce: 100,
  /** Unread by the client. */
  maxWaitingBytes: 64 * 1024,
}

export function openEventStreams(
  events: SiteEvents,
  sessions: Pick<Sessions, 'findValid'>,
  limits = streamLimits,
): EventStreams {
  const streams = new Set<Stream>()
  const timers: NodeJS.Timeout[] = []
  let unsubscribe: (() => void) | null = null

  function sendTo(isTold: (stream: Stream) => boolean, text: string): void {
    for (const stream of streams) {
      if (!isTold(stream)) continue
      if (stream.body.writableLength > limits.maxWaitingBytes) stream.body.destroy()
      else stream.body.write(text)
    }
  }

  function handle(event: SiteEvent): void {
    const { tells } = effectsOf(event)
    if (tells) sendTo((stream) => isFor(stream, tells), asText(tells.event))
    if (event.name === 'sessionsChanged') closeEnded(({ userId }) => userId === event.userId)
  }

  function closeEnded(isConcerned = (_stream: Stream) => true): void {
    const asked = [...streams].filter((stream) => stream.sessionId !== null && isConcerned(stream))
    void closeIfEnded(sessions, asked, limits.maxCheckedAtOnce)
  }

  function start(): void {
    const resync = () => sendTo(() => true, asText({ name: 'resync' }))
    unsubscribe = events.subscribe({ onEvent: handle, onMissed: resync })
    const beat = () => sendTo(() => true, ':\n\n')
    timers.push(setInterval(beat, limits.heartbeatMs).unref())
    timers.push(setInterval(() => closeEnded(), limits.checkSessionsMs).unref())
  }

  return {
    open(request, reply, user) {
      const stream = openStream(request, user)
      if (isFull([...streams], stream, limits)) throw new Refusal('too_many_requests')
      if (unsubscribe === null) start()
      streams.add(stream)
      reply.raw.once('close', () => streams.delete(stream))
      stream.body.write(`retry: ${retryAfterMs()}\n\n${asText({ name: 'resync' })}`)
      // The second header is nginx's: without it, nginx collects the response before it passes it on.
      reply.headers({ 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' })
      void reply.type('text/event-stream').send(stream.body)
    },
    closeAll() {
      unsubscribe?.()
      for (const timer of timers) clearInterval(timer)
      for (const { body } of streams) body.end()
    },
  }
}

function openStream(request: FastifyRequest, user: SessionUser | null): Stream {
  const own = user && !user.banned ? user : null
  return {
    userId: own?.id ?? null,
    sessionId: own?.sessionId ?? null,
    caller: own?.id ?? networkOf(request.ip),
    body: new PassThrough(),
  }
}

function isFull(open: Stream[], wanted: Stream, limits: typeof streamLimits): boolean {
  const same = open.filter(({ caller }) => caller === wanted.caller)
  const visitors = open.filter(({ userId }) => userId === null)
  return (
    open.length >= limits.max ||
    same.length >= limits.maxOfOneCaller ||
    (wanted.userId === null && visitors.length >= limits.maxOfVisitors)
  )
}

type Told = NonNullable<Effects['tells']>

function isFor({ userId, sessionId }: Stream, { userIds, butSessionId }: Told): boolean {
  return userId !== null && userIds.includes(userId) && sessionId !== butSessionId
}

/** In small portions, one after the other: other queries come between them. */
async function closeIfEnded(
  sessions: Pick<Sessions, 'findValid'>,
  streams: Stream[],
  maxAtOnce: number,
): Promise<void> {
  for (let from = 0; from < streams.length; from += maxAtOnce) {
    const portion = streams.slice(from, from + maxAtOnce)
    try {
      const valid = await sessions.findValid(portion.map(({ sessionId }) => sessionId ?? ''))
      for (const { sessionId, body } of portion) if (!valid.has(sessionId ?? '')) body.end()
    } catch {
      // Without the database nothing is known: the next check decides.
      return
    }
  }
}

/** Random, so that the browsers of a process that stopped do not come back at the same moment. */
function retryAfterMs(): number {
  return Math.round(2_000 + Math.random() * 3_000)
}

function asText(event: LiveEvent): string {
  return `data: ${JSON.stringify(event)}\n\n`
}
