import { expect, test } from 'vitest'
import {
  cart,
  clientOf,
  createActiveAccount,
  createTestSandbox,
  createSession,
} from '../test-support/test-sandbox.ts'

test('an unknown key is refused', async () => {
  await using sandbox = await createTestSandbox()
  const get = (headers: Record<string, string>) => fetch(`${sandbox.url}/v1/balance`, { headers })
  const wrong = await get({ authorization: 'Bearer sk_test_other' })
  expect(wrong.status).toBe(401)
  expect(await wrong.text()).toContain('Invalid API Key provided: sk_test_********ther')
  expect((await get({})).status).toBe(401)
  const basic = Buffer.from('sk_test_sandbox:').toString('base64')
  expect((await get({ authorization: `Basic ${basic}` })).status).toBe(200)
})

test('an operation the sandbox does not serve is an unknown URL', async () => {
  await using sandbox = await createTestSandbox()
  await expect(sandbox.stripe.customers.list()).rejects.toMatchObject({
    statusCode: 404,
    message: 'Unrecognized request URL (GET: /v1/customers).',
  })
})

test('an object that does not exist is reported as missing', async () => {
  await using sandbox = await createTestSandbox()
  await expect(sandbox.stripe.transfers.retrieve('tr_unknown')).rejects.toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
    message: "No such transfer: 'tr_unknown'",
  })
  for (const request of [
    sandbox.stripe.v2.core.accounts.retrieve('acct_unknown'),
    sandbox.stripe.v2.core.events.retrieve('evt_unknown'),
  ]) {
    await expect(request).rejects.toMatchObject({ statusCode: 404, code: 'not_found' })
  }
})

test('lists come newest first and page by page, in both directions', async () => {
  await using sandbox = await createTestSandbox()
  const ids: string[] = []
  for (let count = 0; count < 5; count += 1)
    ids.unshift((await createSession(sandbox, cart(100))).id)
  const seen: string[] = []
  for await (const session of sandbox.stripe.checkout.sessions.list({ limit: 2 })) {
    seen.push(session.id)
  }
  expect(seen).toEqual(ids)
  const newer = await sandbox.stripe.checkout.sessions.list({
    ending_before: ids[3] ?? '',
    limit: 2,
  })
  expect(newer.data.map(({ id }) => id)).toEqual(ids.slice(1, 3))
  expect(newer.has_more).toBe(true)
  await expect(
    sandbox.stripe.checkout.sessions.list({ starting_after: 'cs_test_unknown' }),
  ).rejects.toMatchObject({ code: 'resource_missing', param: 'starting_after' })
})

test('lists are filtered by creation time', async () => {
  await using sandbox = await createTestSandbox()
  const old = await createSession(sandbox, cart(100))
  await sandbox.control('clock', { seconds: 3600 })
  const young = await createSession(sandbox, cart(100))
  const found = async (created: object) =>
    (await sandbox.stripe.checkout.sessions.list({ created })).data.map(({ id }) => id)
  expect(await found({ gte: young.created })).toEqual([young.id])
  expect(await found({ lt: young.created })).toEqual([old.id])
  expect(await found({ gt: old.created, lte: young.created })).toEqual([young.id])
})

test('expanding an object that does not exist yet leaves null', async () => {
  await using sandbox = await createTestSandbox()
  const { id } = await createSession(sandbox, cart(100))
  const session = await sandbox.stripe.checkout.sessions.retrieve(id, {
    expand: ['payment_intent'],
  })
  expect(session.payment_intent).toBeNull()
})

test('a property that cannot be expanded is refused, and the operation is not run', async () => {
  await using sandbox = await createTestSandbox()
  await expect(
    sandbox.stripe.checkout.sessions.create({ ...cart(100), expand: ['amount_total'] }),
  ).rejects.toMatchObject({ statusCode: 400, param: 'expand' })
  await expect(sandbox.stripe.checkout.sessions.list()).resolves.toMatchObject({ data: [] })
})

test('connected accounts see their own objects, not the platform’s', async () => {
  await using sandbox = await createTestSandbox()
  const account = await createActiveAccount(sandbox)
  const { id } = await createSession(sandbox, cart(100))
  const asAccount = { stripeAccount: account }
  await expect(sandbox.stripe.checkout.sessions.retrieve(id, {}, asAccount)).rejects.toMatchObject({
    statusCode: 404,
  })
  await expect(
    sandbox.stripe.balance.retrieve({}, { stripeAccount: 'acct_unknown' }),
  ).rejects.toMatchObject({ statusCode: 403, code: 'account_invalid' })
})

test('the developer’s page lists the last requests', async () => {
  await using sandbox = await createTestSandbox()
  await clientOf(sandbox.url)
    .transfers.retrieve('tr_<b>')
    .catch(() => undefined)
  const page = await (await fetch(sandbox.url)).text()
  expect(page).toContain('GET /v1/transfers/tr_%3Cb%3E')
  expect(page).toContain('resource_missing')
})
