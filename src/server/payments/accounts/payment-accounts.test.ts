import { expect, onTestFinished, test, vi } from 'vitest'
import { createArtistWithPayouts } from '../../../../tests/support/shopping.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { openStripePayments } from '#server/gateways/payments/stripe-payments.ts'
import { refreshAccount, type AccountDeps } from './payment-accounts.ts'

test('an answer about an account that arrives late does not replace the answer to a later question', async () => {
  await using app = await createTestApp()
  await createArtistWithPayouts(app)
  const stored = () =>
    app.db
      .selectFrom('payment_accounts')
      .select(['provider_account_id', 'payouts_enabled'])
      .executeTakeFirstOrThrow()
  const { provider_account_id: accountId } = await stored()
  const answering = (answer: Promise<{ payoutsEnabled: boolean }>): AccountDeps => ({
    db: app.db,
    clock: app.clock,
    publicUrl: 'https://undersong.test',
    payments: {
      ...openStripePayments({
        secretKey: 'sk_test_unused',
        webhookSecret: '',
        thinWebhookSecret: '',
      }),
      findReadiness: async () => ({ ...(await answer), isBankUnusable: false, todo: [] }),
    },
  })
  const late = Promise.withResolvers<{ payoutsEnabled: boolean }>()
  const asked = refreshAccount(answering(late.promise), accountId)
  // The next question is asked in a later millisecond.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1 })
  onTestFinished(() => void vi.useRealTimers())
  await refreshAccount(answering(Promise.resolve({ payoutsEnabled: true })), accountId)
  late.resolve({ payoutsEnabled: false })
  await asked
  expect(await stored()).toMatchObject({ payouts_enabled: true })

  await refreshAccount(answering(Promise.resolve({ payoutsEnabled: false })), accountId)
  expect(await stored()).toMatchObject({ payouts_enabled: false })
})
