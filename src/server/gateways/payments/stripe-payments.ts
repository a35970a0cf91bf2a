// The card provider through the official package: the same code for Stripe and for the test sandbox.

import type Stripe from 'stripe'
import { accountReadiness } from './account-readiness.ts'
import { readSignedEvent, readSignedThinEvent } from './stripe-events.ts'
import { isLive, openClient, usualDeadlineMs, type StripeOptions } from './stripe-client.ts'
import { openOneAccount } from './stripe-accounts.ts'
import { openOneCheckout } from './stripe-checkouts.ts'
import { callsWithDeadline } from './stripe-problems.ts'
import {
  PaymentRefused,
  transferGroupOf,
  type Checkout,
  type MadeRefund,
  type Payments,
} from './payments.ts'

export function openStripePayments(options: StripeOptions): Payments {
  const stripe = openClient(options)
  const calls = callsWithDeadline(options.deadlineMs ?? usualDeadlineMs)
  const { callProvider, callWithKey } = calls

  return {
    livemode: isLive(options.secretKey),
    pageOrigins: pageOriginsOf(options),

    async openCheckout(checkout) {
      try {
        return await openOneCheckout(stripe, calls, checkout)
      } catch (error) {
        if (!(error instanceof PaymentRefused && error.code === 'email_invalid')) throw error
        // The provider is stricter than our registration; the customer then enters an address on its page.
        const { customerEmail: _refused, ...rest } = checkout
        const idempotencyKey = `${checkout.idempotencyKey}:without-email`
        return openOneCheckout(stripe, calls, { ...rest, idempotencyKey })
      }
    },

    async findCheckout(sessionId) {
      const session = await callProvider(() =>
        stripe.checkout.sessions.retrieve(sessionId, {
          expand: ['payment_intent.latest_charge.balance_transaction'],
        }),
      )
      return asCheckout(session)
    },

    async expireCheckout(sessionId) {
      try {
        await callProvider(() => stripe.checkout.sessions.expire(sessionId))
        return 'expired'
      } catch (error) {
        // Refused when it is no longer open: then it is complete or expired.
        const { state } = await this.findCheckout(sessionId)
        if (state === 'open') throw error
        return state
      }
    },

    openPayoutAccount: (artist) => openOneAccount(stripe, calls, artist),

    async findReadiness(accountId) {
      const account = await callProvider(() =>
        stripe.v2.core.accounts.retrieve(accountId, {
          include: ['configuration.recipient', 'requirements'],
        }),
      )
      return accountReadiness(account)
    },

    async openOnboarding(accountId, { returnUrl, refreshUrl }) {
      const link = await callProvider(() =>
        stripe.v2.core.accountLinks.create({
          account: accountId,
          use_case: {
            type: 'account_onboarding',
            account_onboarding: {
              return_url: returnUrl,
              refresh_url: refreshUrl,
            },
          },
        }),
      )
      return link.url
    },

    async sendTransfer({ payoutId, orderId, amountPence, toAccount, chargeId, idempotencyKey }) {
      const transfer = await callWithKey(() =>
        stripe.transfers.create(
          {
            amount: amountPence,
            currency: 'gbp',
            destination: toAccount,
            source_transaction: chargeId,
            transfer_group: transferGroupOf(orderId),
            metadata: { order_id: orderId, payout_id: payoutId },
          },
          { idempotencyKey },
        ),
      )
      return transfer.id
    },

    async findTransfer({ payoutId, orderId }) {
      const transfers = stripe.transfers.list({
        transfer_group: transferGroupOf(orderId),
        limit: 100,
      })
      return callProvider(async () => {
        for await (const transfer of transfers) {
          if (transfer.metadata['payout_id'] === payoutId) return transfer.id
        }
        return null
      })
    },

    async sendRefund({ refundId, orderId, amountPence, chargeId, idempotencyKey }) {
      const refund = await callWithKey(() =>
        stripe.refunds.create(
          {
            charge: chargeId,
            amount: amountPence,
            metadata: { order_id: orderId, refund_id: refundId },
          },
          { idempotencyKey },
        ),
      )
      const made = asRefund(refund)
      if (isReturned(made)) throw new PaymentRefused('refund_failed', made.problem)
      return made
    },

    async findRefund({ refundId, chargeId }) {
      const refunds = stripe.refunds.list({ charge: chargeId, limit: 100 })
      return callProvider(async () => {
        for await (const refund of refunds) {
          const made = asRefund(refund)
          if (refund.metadata?.['refund_id'] === refundId && !isReturned(made)) return made
        }
        return null
      })
    },

    async readRefund(providerId) {
      return asRefund(await callProvider(() => stripe.refunds.retrieve(providerId)))
    },

    readEvent: (rawBody, signature) =>
      readSignedEvent(stripe, rawBody, signature, options.webhookSecret),

    readThinEvent: (rawBody, signature) =>
      readSignedThinEvent(stripe, rawBody, signature, options.thinWebhookSecret),

    async check() {
      await callProvider(() => stripe.balance.retrieve())
    },
  }
}

/** Stripe guarantees no fixed host for the pages it links to (checkout., connect., …), nor for their redirects. */
function pageOriginsOf({ apiUrl, pagesUrl = apiUrl }: StripeOptions): string[] {
  return pagesUrl === undefined ? ['https://*.stripe.com'] : [new URL(pagesUrl).origin]
}

function asRefund({ id, status, failure_reason }: Stripe.Refund): MadeRefund {
  const problem = `Refund ${id} is ${status} (${failure_reason ?? 'no reason given'}).`
  return { providerId: id, state: stateOfRefund(status), problem }
}

/** The provider may add new states: none of them means that the money has arrived. */
function stateOfRefund(status: string | null): MadeRefund['state'] {
  return status === 'succeeded' || status === 'failed' || status === 'canceled' ? status : 'pending'
}

function isReturned({ state }: MadeRefund): boolean {
  return state === 'failed' || state === 'canceled'
}

function asCheckout(session: Stripe.Checkout.Session): Checkout {
  return {
    sessionId: session.id,
    orderId: session.client_reference_id,
    state: stateOf(session.status),
    // `complete` does not mean paid: some payment methods confirm later.
    paid: session.payment_status === 'paid',
    totalPence: session.amount_total ?? 0,
    currency: session.currency ?? '',
    livemode: session.livemode,
    payment: paymentOf(session),
  }
}

/** The provider may add new states: none of them counts as final. */
function stateOf(status: string | null): Checkout['state'] {
  if (status === 'complete') return 'complete'
  return status === 'expired' ? 'expired' : 'open'
}

function paymentOf(session: Stripe.Checkout.Session): Checkout['payment'] {
  const intent = session.payment_intent
  if (intent === null || typeof intent === 'string') return null
  const charge = intent.latest_charge
  if (charge === null || typeof charge === 'string') return null
  const movement = charge.balance_transaction
  if (movement === null || typeof movement === 'string') return null
  return { paymentIntentId: intent.id, chargeId: charge.id, feePence: movement.fee }
}
