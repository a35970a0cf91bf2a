import { expect, test } from 'vitest'
import { cart, openAccount, openScene, openSession } from '../sandbox-scene.ts'

test.each([
  ['accounts_v2', 'accounts_v2_access_blocked'],
  ['profile', 'connect_profile_not_submitted'],
  ['liability', 'account_creation_liability_unacknowledged'],
])('without %s no account is opened', async (gap, code) => {
  await using scene = await openScene()
  await scene.control('platform', { missing: [gap] })
  await expect(openAccount(scene)).rejects.toMatchObject({ code })
  await scene.control('platform', { missing: [] })
  await expect(openAccount(scene)).resolves.toMatchObject({ object: 'v2.core.account' })
})

test.each(['business_name', 'cards'])('without %s no session is opened', async (gap) => {
  await using scene = await openScene()
  await scene.control('platform', { missing: [gap] })
  await expect(openSession(scene, cart(920))).rejects.toMatchObject({ statusCode: 400 })
  const platform = await scene.stripe.accounts.retrieveCurrent()
  expect([platform.business_profile?.name, platform.capabilities?.card_payments]).toEqual(
    gap === 'cards' ? ['Test platform', 'inactive'] : [null, 'active'],
  )
})

test('the destinations of the events are listed, their addresses only when asked for', async () => {
  await using scene = await openScene()
  const { data: bare } = await scene.stripe.v2.core.eventDestinations.list()
  expect(bare.map(({ webhook_endpoint }) => webhook_endpoint)).toEqual([undefined, undefined])
  const include = ['webhook_endpoint.url' as const]
  const { data } = await scene.stripe.v2.core.eventDestinations.list({ include })
  expect(data.map((one) => [one.webhook_endpoint?.url, one.events_from])).toEqual([
    [`${scene.webhooks.url}/snapshot`, ['@self']],
    [`${scene.webhooks.url}/thin`, ['@accounts']],
  ])
})
