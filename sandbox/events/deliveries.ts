// The outbox: one row for each pending delivery.
import type { Sandbox } from '../state/sandbox.ts'
import type { WebhookEndpoint } from '../state/config.ts'

interface NewDelivery {
  endpoint: WebhookEndpoint['name']
  /** The event's id. */
  id: string
  body: object
}

/** Once and at once, unless there is disorder. */
export function enqueueDeliveries(sandbox: Sandbox, event: NewDelivery): void {
  const delaysMs = sandbox.disorder?.nextDelaysMs() ?? [0]
  for (const delayMs of delaysMs) enqueueDelivery(sandbox, event, delayMs)
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
