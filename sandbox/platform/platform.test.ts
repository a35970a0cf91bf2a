import { expect, test } from 'vitest'
import {
  cart,
  createAccount,
  createTestSandbox,
  createSession,
} from '../test-support/test-sandbox.ts'

test.each([
  ['accounts_v2', 'accounts_v2_access_blocked'],
  ['profile', 'connect_profile_not_submitted'],
  ['liability', 'account_creation_liability_unacknowledged'],
  ['transfers', 'capability_not_available'],
])('without %s no account is created', async (gap, code) => {
  await using sandbox = await createTestSandbox()
  await sandbox.control('platform', { missing: [gap] })
  await expect(createAccount(sandbox)).rejects.toMatchObject({ code })
  await sandbox.control('platform', { missing: [] })
  await expect(createAccount(sandbox)).resolves.toMatchObject({ object: 'v2.core.account' })
})

test.each(['business_name', 'cards'])('without %s no session is created', async (gap) => {
  await using sandbox = await createTestSandbox()
  await sandbox.control('platform', { missing: [gap] })
  await expect(createSession(sandbox, cart(920))).rejects.toMatchObject({ statusCode: 400 })
  const platform = await sandbox.stripe.accounts.retrieveCurrent()
  expect([platform.business_profile?.name, platform.capabilities?.card_payments]).toEqual(
    gap === 'cards' ? ['Test platform', 'inactive'] : [null, 'active'],
  )
})

test('the platform pays out to its bank by hand, unless the operator has missed that', async () => {
  await using sandbox = await createTestSandbox()
  const intervalOf = async () =>
    (await sandbox.stripe.balanceSettings.retrieve()).payments.payouts?.schedule?.interval
  expect(await intervalOf()).toBe('manual')
  await sandbox.control('platform', { missing: ['manual_payouts'] })
  expect(await intervalOf()).toBe('daily')
})

test('event destinations are listed, with their URLs only when `include` names them', async () => {
  await using sandbox = await createTestSandbox()
  const { data: bare } = await sandbox.stripe.v2.core.eventDestinations.list()
  expect(bare.map(({ webhook_endpoint }) => webhook_endpoint)).toEqual([undefined, undefined])
  const include = ['webhook_endpoint.url' as const]
  const { data } = await sandbox.stripe.v2.core.eventDestinations.list({ include })
  expect(data.map((one) => [one.webhook_endpoint?.url, one.events_from])).toEqual([
    [`${sandbox.webhooks.url}/snapshot`, ['@self', '@accounts']],
    [`${sandbox.webhooks.url}/thin`, ['@accounts']],
  ])
})
