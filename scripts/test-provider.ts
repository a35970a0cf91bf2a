// `npm run test:provider`: plays the scenarios of the card provider in its own test mode, with a test key of an operator's
// account. Without a key it says so and does nothing.

import { openClient } from '../src/server/gateways/payments/stripe-client.ts'
import { openStripePayments } from '../src/server/gateways/payments/stripe-payments.ts'
import { providerScenarios } from './provider-scenarios/scenarios.ts'
import type { Scenario, Tested } from './provider-scenarios/scenario.ts'

const { STRIPE_TEST_SECRET_KEY: secretKey, STRIPE_TEST_ACCOUNT: account } = process.env

if (!secretKey) {
  console.log(
    'Not tested at the card provider: set STRIPE_TEST_SECRET_KEY to a secret key of its test mode (docs/operations.md).',
  )
} else if (!/^(sk|rk)_test_/.test(secretKey)) {
  console.error('STRIPE_TEST_SECRET_KEY is no key of the test mode: nothing was done.')
  process.exitCode = 1
} else {
  await playAll(secretKey)
}

async function playAll(key: string): Promise<void> {
  const noWebhook = { webhookSecret: 'whsec_none', thinWebhookSecret: 'whsec_none' }
  const payments = openStripePayments({ secretKey: key, ...noWebhook })
  const tested = { payments, stripe: openClient({ secretKey: key }), account: account ?? '' }
  for (const scenario of providerScenarios) {
    if (scenario.needsAccount && !account)
      console.log(`not tested (STRIPE_TEST_ACCOUNT is not set): ${scenario.name}`)
    else await play(scenario, tested)
  }
}

/** The others are played all the same. */
async function play({ name, play: run }: Scenario, tested: Tested): Promise<void> {
  try {
    await run(tested)
    console.log(`passed: ${name}`)
  } catch (error) {
    console.error(`failed: ${name}`, error)
    process.exitCode = 1
  }
}
