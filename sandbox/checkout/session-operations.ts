// The API's operations on checkout sessions.
import type { Stripe } from 'stripe'
import { listObjects, listRange, type ListParams } from '../api/lists.ts'
import { serve, type Call } from '../api/operation.ts'
import { notFound, notServed, refusal } from '../api/stripe-failure.ts'
import type { Sandbox } from '../state/sandbox.ts'
import { expireSession } from './expire-sessions.ts'
import { lineItemsResponse } from './line-items-response.ts'
import { createSession } from './new-session.ts'

type Session = Stripe.Checkout.Session

export const sessionOperations = [
  serve('Checkout/Sessions.create', (sandbox, call: Call<Stripe.Checkout.SessionCreateParams>) =>
    createSession(sandbox, call.params),
  ),
  serve('Checkout/Sessions.retrieve', getSession),
  serve('Checkout/Sessions.list', listSessions),
  serve('Checkout/Sessions.expire', expireByCall),
  serve('Checkout/Sessions.listLineItems', listLineItems),
]

function getSession({ store }: Sandbox, call: Call<object>): Session {
  const id = call.path['id'] ?? ''
  const session = store.find('checkout.session', id, call.owner)
  if (!session) throw notFound('checkout.session', id)
  return session
}

function listSessions(sandbox: Sandbox, call: Call<Stripe.Checkout.SessionListParams>) {
  const { params } = call
  for (const name of ['customer', 'customer_account', 'payment_link', 'subscription'] as const) {
    if (params[name] !== undefined) throw notServed(`sessions by ${name}`, name)
  }
  const where = {
    payment_intent: params.payment_intent,
    status: params.status,
    'customer_details.email': params.customer_details?.email,
  }
  return listObjects(sandbox, 'checkout.session', call, { url: '/v1/checkout/sessions', where })
}

function expireByCall(sandbox: Sandbox, call: Call<object>): Session {
  const session = getSession(sandbox, call)
  if (session.status === 'open') return expireSession(sandbox, call.cause, session)
  throw refusal(
    `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
    {},
  )
}

function listLineItems(sandbox: Sandbox, call: Call<ListParams>) {
  const session = getSession(sandbox, call)
  return lineItemsResponse(sandbox, session.id, listRange(call.params))
}
