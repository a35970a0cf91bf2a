import { expect, test } from 'vitest'
import { finishOnboarding } from '../pay-as-customer.ts'
import {
  cart,
  createAccount,
  createAccountLink,
  createActiveAccount,
  createTestSandbox,
  payCart,
  type TestSandbox,
} from '../test-support/test-sandbox.ts'

function readiness({ stripe }: TestSandbox, id: string) {
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

test('a new account is restricted, and lists what is missing only when `include` names it', async () => {
  await using sandbox = await createTestSandbox()
  const account = await createAccount(sandbox)
  expect(account).toMatchObject(transfersAre('restricted'))
  expect(account.requirements?.entries?.length).toBeGreaterThan(0)
  const bare = await sandbox.stripe.v2.core.accounts.retrieve(account.id)
  expect(bare).not.toHaveProperty('configuration')
  expect(bare).not.toHaveProperty('requirements')
  expect(bare).toMatchObject({ contact_email: 'artist@example.com', dashboard: 'express' })
})

test('onboarding makes the account active, emits events, and redirects back', async () => {
  await using sandbox = await createTestSandbox()
  const { id } = await createAccount(sandbox)
  const link = await createAccountLink(sandbox, id)
  await expect(finishOnboarding(link.url)).resolves.toBe('http://site.test/back')
  const account = await readiness(sandbox, id)
  expect(account).toMatchObject(transfersAre('active'))
  expect(account.requirements?.entries).toEqual([])
  await expect
    .poll(() => sandbox.webhooks.types())
    .toEqual([
      'v2.core.account.created',
      'v2.core.account[requirements].updated',
      'v2.core.account[requirements].updated',
      'v2.core.account[requirements].updated',
      'v2.core.account[configuration.recipient].capability_status_updated',
      'v2.core.account_link.returned',
    ])
})

test('an account whose onboarding the control API completes is the same as one whose holder visited the pages', async () => {
  await using sandbox = await createTestSandbox()
  const [visited, completed] = [await createAccount(sandbox), await createAccount(sandbox)]
  await finishOnboarding((await createAccountLink(sandbox, visited.id)).url)
  await sandbox.control('onboarding', { account: completed.id })
  const expected = await readiness(sandbox, visited.id)
  const { id, created } = completed
  await expect(readiness(sandbox, id)).resolves.toEqual({ ...expected, id, created })
  await expect(sandbox.control('onboarding', { account: 'acct_0' })).rejects.toThrow(
    'No account acct_0',
  )
})

test('an account that the provider verifies is pending, and active afterwards', async () => {
  await using sandbox = await createTestSandbox()
  const id = await createActiveAccount(sandbox)
  await sandbox.control('verification', { account: id, pending: true })
  await expect(readiness(sandbox, id)).resolves.toMatchObject({
    ...transfersAre('pending'),
    requirements: { entries: [] },
  })
  await expect(
    sandbox.stripe.transfers.create({ amount: 1, currency: 'gbp', destination: id }),
  ).rejects.toMatchObject({ code: 'insufficient_capabilities_for_transfer' })
  await sandbox.control('verification', { account: id, pending: false })
  await expect(readiness(sandbox, id)).resolves.toMatchObject(transfersAre('active'))
})

test('a link works once; a used or expired one redirects to the refresh URL', async () => {
  await using sandbox = await createTestSandbox()
  const { id } = await createAccount(sandbox)
  const used = await createAccountLink(sandbox, id)
  await fetch(used.url)
  await expect(finishOnboarding(used.url)).resolves.toBe('http://site.test/again')
  const late = await createAccountLink(sandbox, id)
  await sandbox.control('clock', { seconds: 5 * 60 })
  await expect(finishOnboarding(late.url)).resolves.toBe('http://site.test/again')
  await expect(readiness(sandbox, id)).resolves.toMatchObject(transfersAre('restricted'))
})

function postForm(url: string, form: Record<string, string>): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
}

test('finishing later stores the completed steps and leaves the others open', async () => {
  await using sandbox = await createTestSandbox()
  const { id, requirements } = await createAccount(sandbox)
  const link = await createAccountLink(sandbox, id)
  const visit = await fetch(link.url)
  const afterDetails = await postForm(visit.url, {
    legalName: 'Ada Lovelace',
    dateOfBirth: '1990-12-10',
  })
  const bankUrl = afterDetails.headers.get('location') ?? ''
  const left = await postForm(bankUrl, { later: '1' })
  expect(left.headers.get('location')).toBe('http://site.test/back')
  const account = await readiness(sandbox, id)
  expect(account).toMatchObject(transfersAre('restricted'))
  const before = requirements?.entries?.length ?? 0
  expect(account.requirements?.entries?.length).toBeLessThan(before)
})

test('invalid details are shown again with the reason, and the test-details button fills them in', async () => {
  await using sandbox = await createTestSandbox()
  const { id } = await createAccount(sandbox)
  const visit = await fetch((await createAccountLink(sandbox, id)).url)
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

test('an account is updated and closed, and a closed one can no longer be used', async () => {
  await using sandbox = await createTestSandbox()
  const id = await createActiveAccount(sandbox)
  const updated = await sandbox.stripe.v2.core.accounts.update(id, {
    contact_email: 'new@example.com',
    metadata: { user_id: '7' },
    include: ['configuration.recipient'],
  })
  expect(updated).toMatchObject({ contact_email: 'new@example.com', metadata: { user_id: '7' } })
  expect(updated).toMatchObject(transfersAre('active'))
  await sandbox.stripe.v2.core.accounts.close(id)
  await expect(sandbox.stripe.v2.core.accounts.retrieve(id)).resolves.toMatchObject({
    closed: true,
  })
  await expect(createAccountLink(sandbox, id)).rejects.toMatchObject({ code: 'resource_missing' })
  await expect(
    sandbox.stripe.transfers.create({ amount: 1, currency: 'gbp', destination: id }),
  ).rejects.toMatchObject({ code: 'insufficient_capabilities_for_transfer' })
})

test('an account that lacks something again receives no transfers until it has that', async () => {
  await using sandbox = await createTestSandbox()
  const destination = await createActiveAccount(sandbox)
  await payCart(sandbox, cart(10_000), '4000000000000077')
  const send = () => sandbox.stripe.transfers.create({ amount: 1, currency: 'gbp', destination })
  await sandbox.control('requirements', { account: destination, missing: ['bank'] })
  await expect(send()).rejects.toMatchObject({ code: 'insufficient_capabilities_for_transfer' })
  await expect(readiness(sandbox, destination)).resolves.toMatchObject({
    ...transfersAre('restricted'),
    requirements: {
      entries: [{ description: 'configuration.recipient.default_outbound_destination' }],
    },
  })
  await sandbox.control('onboarding', { account: destination })
  await expect(send()).resolves.toMatchObject({ amount: 1 })
})

test('the accounts of the platform are listed page by page, without the closed ones', async () => {
  await using sandbox = await createTestSandbox()
  const ids: string[] = []
  for (let count = 0; count < 4; count += 1) ids.unshift((await createAccount(sandbox)).id)
  const [closed = '', ...open] = ids
  await sandbox.stripe.v2.core.accounts.close(closed)
  const list = async (params: object) => {
    const found: string[] = []
    for await (const { id } of sandbox.stripe.v2.core.accounts.list(params)) found.push(id)
    return found
  }
  expect(await list({ limit: 2 })).toEqual(open)
  expect(await list({ closed: true })).toEqual([closed])
})

test('an account with money in it cannot be closed', async () => {
  await using sandbox = await createTestSandbox()
  const id = await createActiveAccount(sandbox)
  await payCart(sandbox, cart(10_000), '4000000000000077')
  await sandbox.stripe.transfers.create({ amount: 1, currency: 'gbp', destination: id })
  await expect(sandbox.stripe.v2.core.accounts.close(id)).rejects.toMatchObject({ statusCode: 400 })
})

test('the express dashboard needs a platform that is responsible for fees and losses', async () => {
  await using sandbox = await createTestSandbox()
  await expect(
    sandbox.stripe.v2.core.accounts.create({ dashboard: 'express', identity: { country: 'gb' } }),
  ).rejects.toMatchObject({ statusCode: 400 })
})

test.each([
  ['in no country', { identity: {} }, 'identity.country'],
  [
    'in a country that does not exist',
    { identity: { country: 'zz' as const } },
    'identity.country',
  ],
  ['with an invalid email address', { contact_email: 'artist@' }, 'contact_email'],
])('no account is created %s', async (_case, change, param) => {
  await using sandbox = await createTestSandbox()
  const opened = sandbox.stripe.v2.core.accounts.create({
    contact_email: 'artist@example.com',
    identity: { country: 'gb' },
    configuration: {
      recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
    },
    ...change,
  })
  await expect(opened).rejects.toMatchObject({ statusCode: 400, param })
})

test('a link redirects to web addresses only', async () => {
  await using sandbox = await createTestSandbox()
  const { id } = await createAccount(sandbox)
  await expect(
    sandbox.stripe.v2.core.accountLinks.create({
      account: id,
      use_case: {
        type: 'account_onboarding',
        account_onboarding: { refresh_url: 'http://site.test', return_url: 'javascript:alert(1)' },
      },
    }),
  ).rejects.toMatchObject({
    code: 'url_invalid',
    param: 'use_case.account_onboarding.return_url',
  })
})
