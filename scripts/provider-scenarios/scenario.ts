// One thing that the app relies on at the card provider: what is done through the gateway, and what must be true then. The
// same code runs against the sandbox and against the provider's test mode.

import { setTimeout } from 'node:timers/promises'
import type Stripe from 'stripe'
import {
  PaymentRefused,
  subjectMetadata,
  transferGroupOf,
  type Payments,
  type SubjectRef,
} from '../../src/server/gateways/payments/payments.ts'

/** Names of test cards, as the provider's API takes them. */
export type TestCard = 'pm_card_visa' | 'pm_card_bypassPending' | 'pm_card_createDispute'

export type Tested = {
  payments: Payments
  /** For what only a customer does. */
  stripe: Stripe
  /** The provider's id of an artist's account that can receive transfers. */
  account: string
}

export type Scenario = {
  name: string
  /** Whether it sends money to an artist's account. */
  needsAccount?: true
  play: (tested: Tested) => Promise<void>
}

export type Paid = { chargeId: string; subject: SubjectRef }

/** A customer pays by a test card, without a checkout, whose page only a person can fill in. */
export async function payByCard(
  { stripe }: Tested,
  subject: SubjectRef,
  { pence, card = 'pm_card_visa' }: { pence: number; card?: TestCard },
): Promise<Paid> {
  const { latest_charge: charge } = await stripe.paymentIntents.create({
    amount: pence,
    currency: 'gbp',
    confirm: true,
    payment_method: card,
    allowed_payment_method_types: ['card'],
    capture_method: 'automatic',
    transfer_group: transferGroupOf(subject),
    metadata: subjectMetadata(subject),
  })
  if (charge === null) throw new Error('The payment has no charge.')
  return { chargeId: typeof charge === 'string' ? charge : charge.id, subject }
}

/** @throws where the call is not refused for good; returns the code. */
export async function refusalOf(call: Promise<unknown>): Promise<string> {
  try {
    await call
  } catch (error) {
    if (error instanceof PaymentRefused) return error.code
    throw error
  }
  throw new Error('The provider has refused nothing.')
}

const pauseMs = 500
/** The provider's own test mode needs some seconds for what happens at a bank. */
const hangMs = 120_000

/** Repeats a check that throws, until it does not. */
export async function sooner(check: () => Promise<void>): Promise<void> {
  const until = performance.now() + hangMs
  for (;;) {
    try {
      return await check()
    } catch (error) {
      if (performance.now() > until) throw error
      await setTimeout(pauseMs)
    }
  }
}
