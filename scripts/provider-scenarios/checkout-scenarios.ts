// Checkouts: the one of a payment, and its end.

import { deepEqual, equal } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { CheckoutToOpen } from '../../src/server/gateways/payments/payments.ts'
import type { Scenario } from './scenario.ts'

/** The provider ends none before half an hour has passed. */
const openMinutes = 40

function newCheckout(): CheckoutToOpen {
  const paymentId = randomUUID()
  return {
    paymentId,
    subject: { kind: 'order', id: randomUUID() },
    lines: [{ name: 'Skye', description: null, pence: 570 }],
    customerEmail: 'customer@example.com',
    successUrl: 'https://example.com/paid?cs={CHECKOUT_SESSION_ID}',
    cancelUrl: 'https://example.com/cart',
    createdAt: new Date(),
    expiresAt: new Date(Date.now() + openMinutes * 60_000),
    idempotencyKey: `checkout:${paymentId}`,
  }
}

export const checkoutScenarios: Scenario[] = [
  {
    name: 'a checkout is open and unpaid, and expires once it is ended',
    async play({ payments }) {
      const checkout = newCheckout()
      const { sessionId, url } = await payments.openCheckout(checkout)
      equal(new URL(url).pathname.startsWith('/c/pay/'), true)
      const open = {
        sessionId,
        paymentId: checkout.paymentId,
        state: 'open',
        money: 'none',
        totalPence: 570,
        currency: 'gbp',
        livemode: false,
        charge: null,
      }
      deepEqual(await payments.findCheckout(sessionId), open)
      equal(await payments.expireCheckout(sessionId), 'expired')
      deepEqual(await payments.findCheckout(sessionId), { ...open, state: 'expired' })
      // It cannot be ended twice, and the call says what it is.
      equal(await payments.expireCheckout(sessionId), 'expired')
    },
  },
  {
    name: 'one key opens one checkout, also where the request differs',
    async play({ payments }) {
      const checkout = newCheckout()
      const { sessionId } = await payments.openCheckout(checkout)
      equal((await payments.openCheckout(checkout)).sessionId, sessionId)
      const lines = [{ name: 'Tide', description: null, pence: 350 }]
      equal((await payments.openCheckout({ ...checkout, lines })).sessionId, sessionId)
      equal((await payments.findCheckout(sessionId)).totalPence, 570)
      await payments.expireCheckout(sessionId)
    },
  },
  {
    name: 'an address that the provider does not take opens a checkout without it',
    async play({ payments }) {
      const { sessionId } = await payments.openCheckout({
        ...newCheckout(),
        customerEmail: 'customer.example.com',
      })
      equal((await payments.findCheckout(sessionId)).state, 'open')
      await payments.expireCheckout(sessionId)
    },
  },
]
