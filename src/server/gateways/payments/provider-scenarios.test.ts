// What the app relies on at the card provider, played against the sandbox: `npm run test:provider` plays the same at Stripe.

import { randomUUID } from 'node:crypto'
import { expect, inject, onTestFinished, test } from 'vitest'
import { providerScenarios } from '../../../../scripts/provider-scenarios/scenarios.ts'
import { openSandboxKey } from '../../../../tests/support/test-app.ts'
import { openClient } from './stripe-client.ts'
import { openStripePayments } from './stripe-payments.ts'

async function openTested() {
  const { sandboxUrl: apiUrl } = inject('services')
  const sandbox = await openSandboxKey(apiUrl)
  onTestFinished(async () => {
    await sandbox.close()
  })
  const options = { secretKey: sandbox.key, apiUrl }
  const payments = openStripePayments({
    ...options,
    webhookSecret: 'unused',
    thinWebhookSecret: 'unused',
  })
  const userId = randomUUID()
  const account = await payments.openAccount({
    userId,
    email: 'artist@example.com',
    idempotencyKey: `acct:${userId}`,
  })
  await sandbox.control('POST onboarding', { account })
  return { payments, stripe: openClient(options), account }
}

test.each(providerScenarios)('$name', async ({ play }) => {
  await expect(play(await openTested())).resolves.toBeUndefined()
})
