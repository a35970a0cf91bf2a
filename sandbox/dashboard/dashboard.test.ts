import { expect, test } from 'vitest'
import { refundOnDashboard } from '../refund-on-dashboard.ts'
import {
  balanceOf,
  cart,
  createTestSandbox,
  payCart,
  secretKey,
  type TestSandbox,
} from '../test-support/test-sandbox.ts'

const authorization = `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`

async function open({ url }: TestSandbox, path: string): Promise<string> {
  const response = await fetch(`${url}${path}`, { headers: { authorization } })
  return response.text()
}

const refund = (sandbox: TestSandbox, charge: string, amount = '') =>
  refundOnDashboard({ url: sandbox.url, secretKey }, { charge, amount })

test('a person refunds a part, then the rest, of a payment; the refunds have no metadata', async () => {
  await using sandbox = await createTestSandbox({ SANDBOX_TOPPED_UP_PENCE: '1000' })
  const charge = await payCart(sandbox, cart(920))
  await refund(sandbox, charge.id, '£3.50')
  await expect(sandbox.stripe.charges.retrieve(charge.id)).resolves.toMatchObject({
    amount_refunded: 350,
    refunded: false,
  })
  await refund(sandbox, charge.id)
  const { data } = await sandbox.stripe.refunds.list({ charge: charge.id })
  expect(data.map(({ amount, metadata, reason }) => [amount, metadata, reason])).toEqual([
    [570, {}, 'requested_by_customer'],
    [350, {}, 'requested_by_customer'],
  ])
  expect(await balanceOf(sandbox)).toEqual([1000, 886 - 920])
  const refunded = () => sandbox.webhooks.types().filter((type) => type.includes('refund'))
  await expect
    .poll(refunded)
    .toEqual(['refund.created', 'charge.refunded', 'refund.created', 'charge.refunded'])
  const [event] = (await sandbox.stripe.events.list({ type: 'refund.created' })).data
  expect(event?.request).toEqual({ id: expect.stringMatching(/^req_/), idempotency_key: null })
})

test('payments are listed, and each has a page with its refunds, disputes and the form', async () => {
  await using sandbox = await createTestSandbox()
  expect(await open(sandbox, '/dashboard')).toContain('No payments yet')
  const charge = await payCart(sandbox, {
    ...cart(920),
    payment_intent_data: { metadata: { order: '<b>42</b>' } },
  })
  await sandbox.stripe.refunds.create({ charge: charge.id, amount: 350 })
  expect(await open(sandbox, '/dashboard')).toContain(
    `<a href="/dashboard/payments/${charge.id}">${charge.id}</a>`,
  )
  const path = `/dashboard/payments/${charge.id}`
  const page = await open(sandbox, path)
  for (const shown of ['£9.20', 'Partly refunded', '−£3.50', 'all that is left: £5.70', 'Refund']) {
    expect(page).toContain(shown)
  }
  expect([page.includes('<b>42'), page.includes('&#60;b&#62;42')]).toEqual([false, true])
  await sandbox.control('dispute', { charge: charge.id })
  expect(await open(sandbox, path)).toContain('Dispute (needs_response)')
})

test.each([
  ['more than is left', '9.21', 'greater than unrefunded amount'],
  ['no amount', 'all', 'Enter an amount in pounds'],
  ['nothing', '0.00', 'at least 1p'],
])('a refund of %s is refused, and the page says why', async (_case, amount, reason) => {
  await using sandbox = await createTestSandbox()
  const charge = await payCart(sandbox, cart(920))
  await expect(refund(sandbox, charge.id, amount)).rejects.toThrow(reason)
  expect((await sandbox.stripe.refunds.list()).data).toEqual([])
})

test('a disputed payment is refused, and one refunded wholly has no form', async () => {
  await using sandbox = await createTestSandbox({ SANDBOX_TOPPED_UP_PENCE: '1000' })
  const disputed = await payCart(sandbox, cart(920))
  await sandbox.control('dispute', { charge: disputed.id })
  await expect(refund(sandbox, disputed.id)).rejects.toThrow('has been charged back')
  const refunded = await payCart(sandbox, cart(30))
  await refund(sandbox, refunded.id)
  const page = await open(sandbox, `/dashboard/payments/${refunded.id}`)
  expect([page.includes('Refunded'), page.includes('<form')]).toEqual([true, false])
})

test('without the secret key nothing is shown or refunded, nor by a form on another site', async () => {
  await using sandbox = await createTestSandbox()
  const charge = await payCart(sandbox, cart(920))
  const path = `${sandbox.url}/dashboard/payments/${charge.id}`
  const post = (headers: Record<string, string>) =>
    fetch(`${path}/refund`, { method: 'POST', body: new URLSearchParams({ amount: '' }), headers })
  const shown = await fetch(path)
  expect([shown.status, shown.headers.get('www-authenticate')]).toEqual([
    401,
    'Basic realm="Payments sandbox"',
  ])
  expect((await post({})).status).toBe(401)
  expect((await post({ authorization, 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await sandbox.stripe.refunds.list()).data).toEqual([])
  const unknown = await fetch(`${path}x`, { headers: { authorization } })
  expect(unknown.status).toBe(404)
})
