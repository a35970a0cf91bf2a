// The card provider through the official package: the same code for Stripe and for the test sandbox.

import { accountCalls } from './stripe-accounts.ts'
import { chargeCalls } from './stripe-charges.ts'
import { balanceCalls } from './stripe-balance.ts'
import { checkoutCalls } from './stripe-checkouts.ts'
import { isLive, openClient, usualDeadlineMs, type StripeOptions } from './stripe-client.ts'
import { disputeCalls } from './stripe-disputes.ts'
import { readSignedEvent, readSignedThinEvent } from './stripe-events.ts'
import { listCalls } from './stripe-record-pages.ts'
import { recordCalls } from './stripe-records.ts'
import { callsWithDeadline } from './stripe-problems.ts'
import { payoutCalls } from './stripe-payouts.ts'
import { reversalCalls } from './stripe-reversals.ts'
import { refundCalls, transferCalls } from './stripe-transfers.ts'
import type { Payments } from './payments.ts'

export function openStripePayments(options: StripeOptions): Payments {
  const stripe = openClient(options)
  const calls = callsWithDeadline(options.deadlineMs ?? usualDeadlineMs)
  return {
    livemode: isLive(options.secretKey),
    pageOrigins: pageOriginsOf(options),
    ...checkoutCalls(stripe, calls),
    ...accountCalls(stripe, calls),
    ...transferCalls(stripe, calls),
    ...reversalCalls(stripe, calls),
    ...refundCalls(stripe, calls),
    ...recordCalls(stripe, calls),
    ...listCalls(stripe, calls),
    ...chargeCalls(stripe, calls),
    ...balanceCalls(stripe, calls),
    ...payoutCalls(stripe, calls),
    ...disputeCalls(stripe, calls),

    readEvent: (rawBody, signature) =>
      readSignedEvent(stripe, rawBody, signature, options.webhookSecret),

    readThinEvent: (rawBody, signature) =>
      readSignedThinEvent(stripe, rawBody, signature, options.thinWebhookSecret),

    async check() {
      await calls.callProvider(() => stripe.balance.retrieve())
    },
  }
}

/** Stripe guarantees no fixed host for the pages it links to (checkout., connect., …), nor for their redirects. */
function pageOriginsOf({ apiUrl, pagesUrl = apiUrl }: StripeOptions): string[] {
  return pagesUrl === undefined ? ['https://*.stripe.com'] : [new URL(pagesUrl).origin]
}
