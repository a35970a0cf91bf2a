import { expect, test } from 'vitest'
import { payAsCustomer } from '../pay-as-customer.ts'
import { cart, createTestSandbox, createSession, payCart } from '../test-support/test-sandbox.ts'

const now = () => Math.floor(Date.now() / 1000)

test('a customer pays for three tracks and comes back with the session id', async () => {
  await using sandbox = await createTestSandbox()
  const session = await createSession(sandbox, {
    ...cart(570, 350, 130),
    client_reference_id: 'order-1',
    customer_email: 'fan@example.com',
    metadata: { order_id: 'order-1' },
    payment_intent_data: { metadata: { order_id: 'order-1' }, transfer_group: 'order_order-1' },
  })
  expect(session).toMatchObject({ amount_total: 1050, status: 'open', payment_status: 'unpaid' })

  const result = await payAsCustomer(session.url, { card: '4242424242424242' })

  expect(result).toEqual({ outcome: 'paid', location: `http://site.test/done?cs=${session.id}` })
  const paid = await sandbox.stripe.checkout.sessions.retrieve(session.id, {
    expand: ['payment_intent.latest_charge.balance_transaction', 'line_items'],
  })
  expect(paid).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    url: null,
    client_reference_id: 'order-1',
    metadata: { order_id: 'order-1' },
    customer_details: { email: 'fan@example.com', name: 'Test Customer' },
    payment_intent: {
      status: 'succeeded',
      amount_received: 1050,
      metadata: { order_id: 'order-1' },
      transfer_group: 'order_order-1',
      latest_charge: {
        paid: true,
        transfer_group: 'order_order-1',
        payment_method_details: { card: { last4: '4242', brand: 'visa' } },
        balance_transaction: { amount: 1050, fee: 36, net: 1014, status: 'pending' },
      },
    },
  })
  expect(paid.line_items?.data.map(({ amount_total }) => amount_total)).toEqual([570, 350, 130])
})

test('the success URL may contain any characters', async () => {
  await using sandbox = await createTestSandbox()
  const success_url = 'http://site.test/fertig/曲?cs={CHECKOUT_SESSION_ID}'
  const session = await createSession(sandbox, { ...cart(920), success_url })
  const { location } = await payAsCustomer(session.url, { card: '4242424242424242' })
  expect(location).toBe(`http://site.test/fertig/%E6%9B%B2?cs=${session.id}`)
})

test('a session has at most a hundred lines', async () => {
  await using sandbox = await createTestSandbox()
  const prices = Array.from({ length: 100 }, () => 30)
  await expect(createSession(sandbox, cart(...prices))).resolves.toMatchObject({
    amount_total: 3000,
  })
  await expect(createSession(sandbox, cart(...prices, 30))).rejects.toMatchObject({
    statusCode: 400,
    param: 'line_items',
  })
})

test('30p is the smallest total', async () => {
  await using sandbox = await createTestSandbox()
  await expect(createSession(sandbox, cart(20, 9))).rejects.toMatchObject({
    code: 'amount_too_small',
  })
  await expect(createSession(sandbox, cart(20, 10))).resolves.toMatchObject({ amount_total: 30 })
})

test.each([
  ['4000000000000002', 'Your card was declined. Nothing was charged.'],
  ['4000000000009995', 'Your card has insufficient funds. Nothing was charged.'],
])('the card %s is declined, and another then pays in the same session', async (card, message) => {
  await using sandbox = await createTestSandbox()
  const session = await createSession(sandbox, cart(920))
  await expect(payAsCustomer(session.url, { card })).resolves.toEqual({
    outcome: 'declined',
    message,
  })
  const { data } = await sandbox.stripe.charges.list()
  expect(data).toMatchObject([{ status: 'failed', paid: false, failure_code: 'card_declined' }])

  const second = await payAsCustomer(session.url, { card: '5555555555554444' })

  expect(second.outcome).toBe('paid')
  await expect(sandbox.stripe.paymentIntents.list()).resolves.toMatchObject({
    data: [{ status: 'succeeded', last_payment_error: null }],
  })
})

test.each(['4000002500003155', '4000002760003184'])(
  'with the card %s, authentication that fails charges nothing, and one that completes pays',
  async (card) => {
    await using sandbox = await createTestSandbox()
    const session = await createSession(sandbox, cart(920))
    const failed = await payAsCustomer(session.url, { card, authentication: 'fail' })
    expect(failed.outcome).toBe('declined')
    expect(failed.message).toMatch(/^We are unable to authenticate your payment method/)
    await expect(sandbox.stripe.checkout.sessions.retrieve(session.id)).resolves.toMatchObject({
      status: 'open',
    })
    const completed = await payAsCustomer(session.url, { card, authentication: 'complete' })
    expect(completed.outcome).toBe('paid')
    const { data } = await sandbox.stripe.charges.list()
    expect(
      data.map(({ status, payment_method_details: details }) => [
        status,
        details?.card?.three_d_secure?.result,
      ]),
    ).toEqual([
      ['succeeded', 'authenticated'],
      ['failed', 'failed'],
    ])
  },
)

test('a payment that waits for authentication names the URL for the browser', async () => {
  await using sandbox = await createTestSandbox()
  const session = await createSession(sandbox, cart(920))
  const card = { number: '4000002500003155', expiry: '12/40', cvc: '123', name: 'Mia' }
  await fetch(session.url, {
    method: 'POST',
    body: new URLSearchParams(card),
    redirect: 'manual',
  })
  const { data } = await sandbox.stripe.paymentIntents.list()
  expect(data).toMatchObject([
    {
      status: 'requires_action',
      next_action: {
        type: 'redirect_to_url',
        redirect_to_url: { url: `${session.url}/authenticate` },
      },
    },
  ])
  const url = data[0]?.next_action?.redirect_to_url?.url ?? ''
  const outcome = new URLSearchParams({ outcome: 'complete' })
  await fetch(url, { method: 'POST', body: outcome, redirect: 'manual' })
  await expect(sandbox.stripe.paymentIntents.list()).resolves.toMatchObject({
    data: [{ status: 'succeeded', next_action: null }],
  })
})

test('fifty payments sent at once for one session charge once', async () => {
  await using sandbox = await createTestSandbox()
  const session = await createSession(sandbox, cart(920))
  const results = await Promise.all(
    Array.from({ length: 50 }, () => payAsCustomer(session.url, { card: '4242424242424242' })),
  )
  expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['paid']))
  const charges = await sandbox.stripe.charges.list({ limit: 100 })
  expect(charges.data).toHaveLength(1)
})

test('a session expires by call, and then accepts no payment', async () => {
  await using sandbox = await createTestSandbox()
  const session = await createSession(sandbox, cart(920))
  const expired = await sandbox.stripe.checkout.sessions.expire(session.id)
  expect(expired).toMatchObject({ status: 'expired', url: null })
  const result = await payAsCustomer(session.url, { card: '4242424242424242' })
  expect(result).toEqual({ outcome: 'closed' })
  await expect(sandbox.stripe.charges.list()).resolves.toMatchObject({ data: [] })
})

test('a session expires at its expiry time, and its waiting payment is cancelled', async () => {
  await using sandbox = await createTestSandbox()
  const session = await createSession(sandbox, { ...cart(920), expires_at: now() + 1860 })
  await payAsCustomer(session.url, { card: '4000000000000002' })
  await sandbox.control('clock', { seconds: 1790 })
  await expect(sandbox.stripe.checkout.sessions.retrieve(session.id)).resolves.toMatchObject({
    status: 'open',
  })
  await sandbox.control('clock', { seconds: 71 })
  await expect(sandbox.stripe.checkout.sessions.retrieve(session.id)).resolves.toMatchObject({
    status: 'expired',
  })
  await expect(sandbox.stripe.paymentIntents.list()).resolves.toMatchObject({
    data: [{ status: 'canceled' }],
  })
  await expect.poll(() => sandbox.webhooks.types()).toContain('checkout.session.expired')
})

test('a paid session cannot be expired any more', async () => {
  await using sandbox = await createTestSandbox()
  await payCart(sandbox, cart(920))
  const { data } = await sandbox.stripe.checkout.sessions.list({ status: 'complete' })
  const id = data[0]?.id ?? ''
  await expect(sandbox.stripe.checkout.sessions.expire(id)).rejects.toMatchObject({
    statusCode: 400,
    message: expect.stringContaining('has a status of `complete`'),
  })
})

test.each([
  ['less than half an hour', 30 * 60 - 1],
  ['more than a day', 24 * 3600 + 120],
])('no session is created that expires in %s', async (_case, seconds) => {
  await using sandbox = await createTestSandbox()
  await expect(
    createSession(sandbox, { ...cart(920), expires_at: now() + seconds }),
  ).rejects.toMatchObject({ statusCode: 400, param: 'expires_at' })
})

test.each([
  ['has an invalid email address', { customer_email: 'mia@' }, 'customer_email'],
  ['has no mode', { mode: undefined }, 'mode'],
  ['subscribes', { mode: 'subscription' as const }, 'mode'],
  ['has no success URL', { success_url: undefined }, 'success_url'],
  ['redirects to a script', { success_url: 'javascript:alert(1)' }, 'success_url'],
  ['has no lines', { line_items: [] }, 'line_items'],
  ['is in embedded form', { ui_mode: 'embedded_page' as const }, 'ui_mode'],
  ['requests tax', { automatic_tax: { enabled: true } }, 'automatic_tax'],
])('no session is created that %s', async (_case, change, param) => {
  await using sandbox = await createTestSandbox()
  await expect(createSession(sandbox, { ...cart(920), ...change })).rejects.toMatchObject({
    statusCode: 400,
    param,
  })
})

test('the lines of a session are listed page by page', async () => {
  await using sandbox = await createTestSandbox()
  const session = await createSession(sandbox, cart(100, 200, 300, 400, 500))
  const amounts: number[] = []
  for await (const line of sandbox.stripe.checkout.sessions.listLineItems(session.id, {
    limit: 2,
  })) {
    amounts.push(line.amount_total)
  }
  expect(amounts).toEqual([100, 200, 300, 400, 500])
})
