// The outbox: one row for each pending delivery.
import { randomInt } from 'node:crypto'
import type { Sandbox } from '../state/sandbox.ts'
import type { WebhookEndpoint } from '../state/config.ts'

const deliverySpreadMs = 2000

interface NewDelivery {
  endpoint: WebhookEndpoint['name']
  /** The event's id. */
  id: string
  body: object
}

/** With delivery faults each event is sent one to three times and out of order, as the provider's documentation allows. */
export function enqueueDeliveries(sandbox: Sandbox, event: NewDelivery): void {
  const copies = sandbox.config.deliveryFaults ? randomInt(1, 4) : 1
  for (let copy = 0; copy < copies; copy += 1) {
    enqueueDelivery(sandbox, event, sandbox.config.deliveryFaults ? randomInt(deliverySpreadMs) : 0)
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
