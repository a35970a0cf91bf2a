// Delivers events to the webhook endpoints: in order, one at a time, with retries for four hours.
import { createHmac } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config, WebhookEndpoint } from '../state/config.ts'
import type { Delivery } from '../state/sandbox.ts'
import type { Clock } from '../storage/clock.ts'
import { inTransaction } from '../storage/database.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import { readSetting } from '../storage/settings.ts'

interface Outbox {
  db: DatabaseSync
  clock: Clock
  store: ObjectStore
  config: Config
}

interface DueDelivery {
  seq: number
  event: string
  endpoint: WebhookEndpoint
  body: string
  attempts: number
  firstDueMs: number
}

const pauseAfterErrorMs = 1000
const responseTimeoutMs = 10_000
const second = 1000
const minute = 60 * second
const hour = 60 * minute
// The first delays are short, so that an application that just restarts receives its events soon.
const retryDelaysMs = [second, 5 * second, 30 * second, 2 * minute, 10 * minute]
const lastRetryDelayMs = hour
// As the provider does in test mode; with a live key it retries for three days.
const giveUpAfterMs = 4 * hour
const maxTimerMs = hour

export function startDelivery(outbox: Outbox): Delivery {
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  const wakeIn = (delayMs: number) => {
    clearTimeout(timer)
    timer = setTimeout(wake, Math.min(delayMs, maxTimerMs))
    timer.unref()
  }
  const wake = () => {
    if (stopping.signal.aborted || running) return
    // The caller may be inside a transaction, which has ended by the next turn of the event loop.
    running = new Promise<void>((resolve) => setImmediate(resolve))
      .then(() => deliverAllDue(outbox, stopping.signal))
      .catch(async (error: unknown) => {
        console.error('delivering events failed:', error)
        await pause(pauseAfterErrorMs, undefined, { ref: false })
      })
      .finally(() => {
        running = undefined
        const dueInMs = stopping.signal.aborted ? undefined : nextDueInMs(outbox)
        if (dueInMs !== undefined) wakeIn(dueInMs)
      })
  }
  wakeIn(0)
  return {
    wake,
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}

function deliveryIsOn(db: DatabaseSync): boolean {
  return readSetting(db, 'deliver') !== 'off'
}

async function deliverAllDue(outbox: Outbox, stopping: AbortSignal): Promise<void> {
  for (;;) {
    const due = stopping.aborted ? undefined : findDue(outbox)
    if (!due) return
    const accepted = await post(due, stopping)
    if (stopping.aborted) return
    inTransaction(outbox.db, () => (accepted ? settle(outbox, due) : postpone(outbox, due)))
  }
}

function findDue({ db, clock, config }: Outbox): DueDelivery | undefined {
  if (!deliveryIsOn(db)) return undefined
  const row = db
    .prepare(
      `SELECT * FROM deliveries WHERE due_ms <= ? AND endpoint IN (${endpointNames(config)})
       ORDER BY due_ms, seq LIMIT 1`,
    )
    .get(clock.nowMs())
  const endpoint = config.endpoints.find(({ name }) => name === row?.['endpoint'])
  if (!row || !endpoint) return undefined
  return {
    seq: Number(row['seq']),
    event: String(row['event']),
    endpoint,
    body: String(row['body']),
    attempts: Number(row['attempts']),
    firstDueMs: Number(row['first_due_ms']),
  }
}

function endpointNames(config: Config): string {
  return config.endpoints.map(({ name }) => `'${name}'`).join()
}

async function post({ endpoint, body }: DueDelivery, stopping: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(endpoint.url, {
      method: 'POST',
      body,
      redirect: 'manual',
      signal: AbortSignal.any([stopping, AbortSignal.timeout(responseTimeoutMs)]),
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'stripe-signature': signatureHeader(body, endpoint.secret),
      },
    })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}

// Real time, not the sandbox's clock: the receiver compares it with its own clock.
function signatureHeader(body: string, secret: string): string {
  const timestamp = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  return `t=${timestamp},v1=${signature}`
}

function settle({ db, store }: Outbox, due: DueDelivery): void {
  db.prepare('DELETE FROM deliveries WHERE seq = ?').run(due.seq)
  const event = store.find('event', due.event)
  if (!event) return
  const left = db.prepare('SELECT count(*) AS n FROM deliveries WHERE event = ?').get(due.event)
  store.update('event', { ...event, pending_webhooks: Math.min(1, Number(left?.['n'])) })
}

function postpone({ db, clock }: Outbox, due: DueDelivery): void {
  const dueMs = clock.nowMs() + (retryDelaysMs[due.attempts] ?? lastRetryDelayMs)
  if (dueMs - due.firstDueMs > giveUpAfterMs) {
    db.prepare('DELETE FROM deliveries WHERE seq = ?').run(due.seq)
    return
  }
  db.prepare('UPDATE deliveries SET attempts = attempts + 1, due_ms = ? WHERE seq = ?').run(
    dueMs,
    due.seq,
  )
}

function nextDueInMs({ db, clock, config }: Outbox): number | undefined {
  if (!deliveryIsOn(db)) return undefined
  const row = db
    .prepare(
      `SELECT min(due_ms) AS due FROM deliveries WHERE endpoint IN (${endpointNames(config)})`,
    )
    .get()
  return row?.['due'] == null ? undefined : Math.max(0, Number(row['due']) - clock.nowMs())
}
