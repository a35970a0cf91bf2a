import { expect, test } from 'vitest'
import { payAsCustomer } from '../pay-as-customer.ts'
import { cart, openScene, openSession, patient, payCart } from '../sandbox-scene.ts'

const now = () => Math.floor(Date.now() / 1000)

test('a customer pays for three tracks and comes back with the session id', async () => {
  await using scene = await openScene()
  const session = await openSession(scene, {
    ...cart(570, 350, 130),
    client_reference_id: 'order-1',
    customer_email: 'fan@example.com',
    metadata: { order_id: 'order-1' },
    payment_intent_data: { metadata: { order_id: 'order-1' }, transfer_group: 'order_order-1' },
  })
  expect(session).toMatchObject({ amount_total: 1050, status: 'open', payment_status: 'unpaid' })

  const result = await payAsCustomer(session.url, { card: '4242424242424242' })

  expect(result).toEqual({ outcome: 'paid', location: `http://shop.test/done?cs=${session.id}` })
  const paid = await scene.stripe.checkout.sessions.retrieve(session.id, {
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

test('the way back may hold any letters', async () => {
  await using scene = await openScene()
  const success_url = 'http://shop.test/fertig/曲?cs={CHECKOUT_SESSION_ID}'
  const session = await openSession(scene, { ...cart(920), success_url })
  const { location } = await payAsCustomer(session.url, { card: '4242424242424242' })
  expect(location).toBe(`http://shop.test/fertig/%E6%9B%B2?cs=${session.id}`)
})

test('a hundred lines are sold at once, a hundred and one are not', async () => {
  await using scene = await openScene()
  const prices = Array.from({ length: 100 }, () => 30)
  await expect(openSession(scene, cart(...prices))).resolves.toMatchObject({ amount_total: 3000 })
  await expect(openSession(scene, cart(...prices, 30))).rejects.toMatchObject({
    statusCode: 400,
    param: 'line_items',
  })
})

test('30p is the smallest total', async () => {
  await using scene = await openScene()
  await expect(openSession(scene, cart(20, 9))).rejects.toMatchObject({ code: 'amount_too_small' })
  await expect(openSession(scene, cart(20, 10))).resolves.toMatchObject({ amount_total: 30 })
})

test.each([
  ['4000000000000002', 'Your card was declined.'],
  ['4000000000009995', 'Your card has insufficient funds.'],
])('the card %s is declined, and another then pays in the same session', async (card, message) => {
  await using scene = await openScene()
  const session = await openSession(scene, cart(920))
  await expect(payAsCustomer(session.url, { card })).resolves.toEqual({
    outcome: 'declined',
    message,
  })
  const { data } = await scene.stripe.charges.list()
  expect(data).toMatchObject([{ status: 'failed', paid: false, failure_code: 'card_declined' }])

  const second = await payAsCustomer(session.url, { card: '5555555555554444' })

  expect(second.outcome).toBe('paid')
  await expect(scene.stripe.paymentIntents.list()).resolves.toMatchObject({
    data: [{ status: 'succeeded', last_payment_error: null }],
  })
})

test('authentication that fails charges nothing, and one that completes pays', async () => {
  await using scene = await openScene()
  const session = await openSession(scene, cart(920))
  const card = '4000002500003155'
  const failed = await payAsCustomer(session.url, { card, authentication: 'fail' })
  expect(failed.outcome).toBe('declined')
  expect(failed.message).toMatch(/^We are unable to authenticate your payment method/)
  await expect(scene.stripe.checkout.sessions.retrieve(session.id)).resolves.toMatchObject({
    status: 'open',
  })
  const completed = await payAsCustomer(session.url, { card, authentication: 'complete' })
  expect(completed.outcome).toBe('paid')
  const { data } = await scene.stripe.charges.list()
  expect(
    data.map(({ status, payment_method_details: details }) => [
      status,
      details?.card?.three_d_secure?.result,
    ]),
  ).toEqual([
    ['succeeded', 'authenticated'],
    ['failed', 'failed'],
  ])
})

test('a payment that waits for its card holder says where to send the browser', async () => {
  await using scene = await openScene()
  const session = await openSession(scene, cart(920))
  const card = { number: '4000002500003155', expiry: '12/40', cvc: '123', name: 'Mia' }
  await fetch(session.url, {
    method: 'POST',
    body: new URLSearchParams(card),
    redirect: 'manual',
  })
  const { data } = await scene.stripe.paymentIntents.list()
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
  await expect(scene.stripe.paymentIntents.list()).resolves.toMatchObject({
    data: [{ status: 'succeeded', next_action: null }],
  })
})

test('fifty payments sent at once for one session charge once', async () => {
  await using scene = await openScene()
  const session = await openSession(scene, cart(920))
  const results = await Promise.all(
    Array.from({ length: 50 }, () => payAsCustomer(session.url, { card: '4242424242424242' })),
  )
  expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['paid']))
  const charges = await scene.stripe.charges.list({ limit: 100 })
  expect(charges.data).toHaveLength(1)
})

test('a session expires by call, and then takes no payment', async () => {
  await using scene = await openScene()
  const session = await openSession(scene, cart(920))
  const expired = await scene.stripe.checkout.sessions.expire(session.id)
  expect(expired).toMatchObject({ status: 'expired', url: null })
  const result = await payAsCustomer(session.url, { card: '4242424242424242' })
  expect(result).toEqual({ outcome: 'closed' })
  await expect(scene.stripe.charges.list()).resolves.toMatchObject({ data: [] })
})

test('a session expires when its time is up, and its waiting payment is cancelled', async () => {
  await using scene = await openScene()
  const session = await openSession(scene, { ...cart(920), expires_at: now() + 1860 })
  await payAsCustomer(session.url, { card: '4000000000000002' })
  await scene.control('clock', { seconds: 1790 })
  await expect(scene.stripe.checkout.sessions.retrieve(session.id)).resolves.toMatchObject({
    status: 'open',
  })
  await scene.control('clock', { seconds: 71 })
  await expect(scene.stripe.checkout.sessions.retrieve(session.id)).resolves.toMatchObject({
    status: 'expired',
  })
  await expect(scene.stripe.paymentIntents.list()).resolves.toMatchObject({
    data: [{ status: 'canceled' }],
  })
  await expect.poll(() => scene.webhooks.types(), patient).toContain('checkout.session.expired')
})

test('a paid session cannot be expired any more', async () => {
  await using scene = await openScene()
  await payCart(scene, cart(920))
  const { data } = await scene.stripe.checkout.sessions.list({ status: 'complete' })
  const id = data[0]?.id ?? ''
  await expect(scene.stripe.checkout.sessions.expire(id)).rejects.toMatchObject({
    statusCode: 400,
    message: expect.stringContaining('has a status of `complete`'),
  })
})

test.each([
  ['less than half an hour', 30 * 60 - 1],
  ['more than a day', 24 * 3600 + 120],
])('no session is opened that expires in %s', async (_case, seconds) => {
  await using scene = await openScene()
  await expect(
    openSession(scene, { ...cart(920), expires_at: now() + seconds }),
  ).rejects.toMatchObject({ statusCode: 400, param: 'expires_at' })
})

test.each([
  ['writes to no address', { customer_email: 'mia@' }, 'customer_email'],
  ['has no mode', { mode: undefined }, 'mode'],
  ['subscribes', { mode: 'subscription' as const }, 'mode'],
  ['leads back nowhere', { success_url: undefined }, 'success_url'],
  ['leads to a script', { success_url: 'javascript:alert(1)' }, 'success_url'],
  ['has no lines', { line_items: [] }, 'line_items'],
  ['is in embedded form', { ui_mode: 'embedded_page' as const }, 'ui_mode'],
  ['asks for tax', { automatic_tax: { enabled: true } }, 'automatic_tax'],
])('no session is opened that %s', async (_case, change, param) => {
  await using scene = await openScene()
  await expect(openSession(scene, { ...cart(920), ...change })).rejects.toMatchObject({
    statusCode: 400,
    param,
  })
})

test('the lines of a session come page by page', async () => {
  await using scene = await openScene()
  const session = await openSession(scene, cart(100, 200, 300, 400, 500))
  const amounts: number[] = []
  for await (const line of scene.stripe.checkout.sessions.listLineItems(session.id, { limit: 2 })) {
    amounts.push(line.amount_total)
  }
  expect(amounts).toEqual([100, 200, 300, 400, 500])
})
