// The outbox: one row for each delivery still to be made.
import { randomInt } from 'node:crypto'
import type { Sandbox } from '../sandbox.ts'
import type { WebhookEndpoint } from '../config.ts'

const chaosSpreadMs = 2000

interface NewDelivery {
  endpoint: WebhookEndpoint['name']
  /** The event's id. */
  id: string
  body: object
}

/** In chaos each event goes out one to three times, shuffled, as the provider's promises allow. */
export function enqueueDeliveries(sandbox: Sandbox, event: NewDelivery): void {
  const copies = sandbox.config.chaos ? randomInt(1, 4) : 1
  for (let copy = 0; copy < copies; copy += 1) {
    enqueueDelivery(sandbox, event, sandbox.config.chaos ? randomInt(chaosSpreadMs) : 0)
  }
}

export function enqueueDelivery(
  { config, db, clock, delivery }: Sandbox,
  event: NewDelivery,
  delayMs: number,
): void {
  if (!config.endpoints.some(({ name }) => name === event.endpoint)) return
  const dueMs = clock.nowMs() + delayMs
  db.prepare(
    'INSERT INTO deliveries (event, endpoint, body, first_due_ms, due_ms) VALUES (?, ?, ?, ?, ?)',
  ).run(event.id, event.endpoint, JSON.stringify(event.body), dueMs, dueMs)
  delivery.wake()
}

export function pendingDeliveries({ db }: Sandbox) {
  return db.prepare('SELECT event, endpoint, attempts, due_ms FROM deliveries ORDER BY seq').all()
}
