import { expect, test } from 'vitest'
import { finishOnboarding } from '../pay-as-customer.ts'
import {
  cart,
  openAccount,
  openAccountLink,
  openReadyAccount,
  openScene,
  patient,
  payCart,
  type Scene,
} from '../sandbox-scene.ts'

function readiness({ stripe }: Scene, id: string) {
  return stripe.v2.core.accounts.retrieve(id, {
    include: ['configuration.recipient', 'requirements'],
  })
}

function transfersAre(status: string) {
  return {
    configuration: {
      recipient: { capabilities: { stripe_balance: { stripe_transfers: { status } } } },
    },
  }
}

test('a new account is restricted and says what is missing, only when asked', async () => {
  await using scene = await openScene()
  const account = await openAccount(scene)
  expect(account).toMatchObject(transfersAre('restricted'))
  expect(account.requirements?.entries?.length).toBeGreaterThan(0)
  const bare = await scene.stripe.v2.core.accounts.retrieve(account.id)
  expect(bare).not.toHaveProperty('configuration')
  expect(bare).not.toHaveProperty('requirements')
  expect(bare).toMatchObject({ contact_email: 'artist@example.com', dashboard: 'express' })
})

test('onboarding makes the account active, tells so, and leads back', async () => {
  await using scene = await openScene()
  const { id } = await openAccount(scene)
  const link = await openAccountLink(scene, id)
  await expect(finishOnboarding(link.url)).resolves.toBe('http://shop.test/back')
  const account = await readiness(scene, id)
  expect(account).toMatchObject(transfersAre('active'))
  expect(account.requirements?.entries).toEqual([])
  await expect
    .poll(() => scene.webhooks.types(), patient)
    .toEqual([
      'v2.core.account.created',
      'v2.core.account[requirements].updated',
      'v2.core.account[requirements].updated',
      'v2.core.account[requirements].updated',
      'v2.core.account[configuration.recipient].capability_status_updated',
      'v2.core.account_link.returned',
    ])
})

test('an account that the provider looks at is pending, and active afterwards', async () => {
  await using scene = await openScene()
  const id = await openReadyAccount(scene)
  await scene.control('verification', { account: id, underWay: true })
  await expect(readiness(scene, id)).resolves.toMatchObject({
    ...transfersAre('pending'),
    requirements: { entries: [] },
  })
  await expect(
    scene.stripe.transfers.create({ amount: 1, currency: 'gbp', destination: id }),
  ).rejects.toMatchObject({ code: 'insufficient_capabilities_for_transfer' })
  await scene.control('verification', { account: id, underWay: false })
  await expect(readiness(scene, id)).resolves.toMatchObject(transfersAre('active'))
})

test('a link works once; used or expired it leads to where a new one is made', async () => {
  await using scene = await openScene()
  const { id } = await openAccount(scene)
  const used = await openAccountLink(scene, id)
  await fetch(used.url)
  await expect(finishOnboarding(used.url)).resolves.toBe('http://shop.test/again')
  const late = await openAccountLink(scene, id)
  await scene.control('clock', { seconds: 5 * 60 })
  await expect(finishOnboarding(late.url)).resolves.toBe('http://shop.test/again')
  await expect(readiness(scene, id)).resolves.toMatchObject(transfersAre('restricted'))
})

function postForm(url: string, form: Record<string, string>): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
}

test('finishing later keeps what was told and leaves the rest to do', async () => {
  await using scene = await openScene()
  const { id, requirements } = await openAccount(scene)
  const link = await openAccountLink(scene, id)
  const visit = await fetch(link.url)
  const afterDetails = await postForm(visit.url, {
    legalName: 'Ada Lovelace',
    dateOfBirth: '1990-12-10',
  })
  const bankUrl = afterDetails.headers.get('location') ?? ''
  const left = await postForm(bankUrl, { later: '1' })
  expect(left.headers.get('location')).toBe('http://shop.test/back')
  const account = await readiness(scene, id)
  expect(account).toMatchObject(transfersAre('restricted'))
  const before = requirements?.entries?.length ?? 0
  expect(account.requirements?.entries?.length).toBeLessThan(before)
})

test('wrong details come back with the reason, and the test-details button fills them in', async () => {
  await using scene = await openScene()
  const { id } = await openAccount(scene)
  const visit = await fetch((await openAccountLink(scene, id)).url)
  const child = new Date().getFullYear() - 5
  const wrong = await postForm(visit.url, { legalName: '', dateOfBirth: `${child}-01-01` })
  const page = await wrong.text()
  expect(wrong.status).toBe(422)
  expect(page).toContain('Enter your legal name.')
  expect(page).toContain('You must be at least 13 years old.')
  expect(page).toContain(`value="${child}-01-01"`)
  const filled = await (await postForm(visit.url, { fill: '1' })).text()
  expect(filled).toContain('value="Jenny Rosen"')
})

test('an account is updated and closed, and a closed one can do nothing', async () => {
  await using scene = await openScene()
  const id = await openReadyAccount(scene)
  const updated = await scene.stripe.v2.core.accounts.update(id, {
    contact_email: 'new@example.com',
    metadata: { user_id: '7' },
    include: ['configuration.recipient'],
  })
  expect(updated).toMatchObject({ contact_email: 'new@example.com', metadata: { user_id: '7' } })
  expect(updated).toMatchObject(transfersAre('active'))
  await scene.stripe.v2.core.accounts.close(id)
  await expect(scene.stripe.v2.core.accounts.retrieve(id)).resolves.toMatchObject({ closed: true })
  await expect(openAccountLink(scene, id)).rejects.toMatchObject({ code: 'resource_missing' })
  await expect(
    scene.stripe.transfers.create({ amount: 1, currency: 'gbp', destination: id }),
  ).rejects.toMatchObject({ code: 'insufficient_capabilities_for_transfer' })
})

test('the accounts of the platform are listed page by page, without the closed ones', async () => {
  await using scene = await openScene()
  const ids: string[] = []
  for (let count = 0; count < 4; count += 1) ids.unshift((await openAccount(scene)).id)
  const [closed = '', ...open] = ids
  await scene.stripe.v2.core.accounts.close(closed)
  const list = async (params: object) => {
    const found: string[] = []
    for await (const { id } of scene.stripe.v2.core.accounts.list(params)) found.push(id)
    return found
  }
  expect(await list({ limit: 2 })).toEqual(open)
  expect(await list({ closed: true })).toEqual([closed])
})

test('an account with money in it cannot be closed', async () => {
  await using scene = await openScene()
  const id = await openReadyAccount(scene)
  await payCart(scene, cart(10_000), '4000000000000077')
  await scene.stripe.transfers.create({ amount: 1, currency: 'gbp', destination: id })
  await expect(scene.stripe.v2.core.accounts.close(id)).rejects.toMatchObject({ statusCode: 400 })
})

test('the express dashboard needs a platform that answers for fees and losses', async () => {
  await using scene = await openScene()
  await expect(
    scene.stripe.v2.core.accounts.create({ dashboard: 'express', identity: { country: 'gb' } }),
  ).rejects.toMatchObject({ statusCode: 400 })
})

test.each([
  ['in no country', { identity: {} }, 'identity.country'],
  [
    'in a country that does not exist',
    { identity: { country: 'zz' as const } },
    'identity.country',
  ],
  ['of nobody that could be written to', { contact_email: 'artist@' }, 'contact_email'],
])('no account is opened %s', async (_case, change, param) => {
  await using scene = await openScene()
  const opened = scene.stripe.v2.core.accounts.create({
    contact_email: 'artist@example.com',
    identity: { country: 'gb' },
    configuration: {
      recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
    },
    ...change,
  })
  await expect(opened).rejects.toMatchObject({ statusCode: 400, param })
})

test('a link leads back to web addresses only', async () => {
  await using scene = await openScene()
  const { id } = await openAccount(scene)
  await expect(
    scene.stripe.v2.core.accountLinks.create({
      account: id,
      use_case: {
        type: 'account_onboarding',
        account_onboarding: { refresh_url: 'http://shop.test', return_url: 'javascript:alert(1)' },
      },
    }),
  ).rejects.toMatchObject({
    code: 'url_invalid',
    param: 'use_case.account_onboarding.return_url',
  })
})
