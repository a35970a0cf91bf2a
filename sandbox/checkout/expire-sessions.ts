// Expires unpaid sessions: by call, or at their expiry time.
import type { Stripe } from 'stripe'
import { emitEvent } from '../events/snapshot-event.ts'
import { idOf } from '../storage/ids.ts'
import { byHostedPage, type Cause, type Sandbox } from '../state/sandbox.ts'

/** Expires every open session whose expiry time has passed on the sandbox's clock. */
export function expireDueSessions(sandbox: Sandbox): void {
  const due = sandbox.db
    .prepare(
      `SELECT id FROM objects INDEXED BY open_sessions WHERE kind = 'checkout.session'
         AND json_extract(body, '$.status') = 'open' AND json_extract(body, '$.expires_at') <= ?`,
    )
    .all(sandbox.clock.now())
  for (const row of due) {
    const session = sandbox.store.find('checkout.session', String(row['id']))
    if (session) expireSession(sandbox, byHostedPage, session)
  }
}

export function expireSession(
  sandbox: Sandbox,
  cause: Cause,
  session: Stripe.Checkout.Session,
): Stripe.Checkout.Session {
  const expired = sandbox.store.update('checkout.session', {
    ...session,
    status: 'expired',
    url: null,
  })
  cancelPayment(sandbox, cause, idOf(session.payment_intent))
  emitEvent(sandbox, cause, { type: 'checkout.session.expired', object: expired })
  return expired
}

function cancelPayment(sandbox: Sandbox, cause: Cause, intentId: string): void {
  const intent = sandbox.store.find('payment_intent', intentId)
  if (!intent || intent.status === 'succeeded') return
  const canceled = sandbox.store.update('payment_intent', {
    ...intent,
    canceled_at: sandbox.clock.now(),
    cancellation_reason: 'expired',
    next_action: null,
    status: 'canceled',
  })
  emitEvent(sandbox, cause, { type: 'payment_intent.canceled', object: canceled })
}
