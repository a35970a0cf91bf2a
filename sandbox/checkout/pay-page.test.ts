import { expect, test } from 'vitest'
import { payAsCustomer } from '../pay-as-customer.ts'
import { cart, createTestSandbox, createSession } from '../test-support/test-sandbox.ts'

function postForm(url: string, form: Record<string, string>): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
}

test('the payment page shows lines, total, fields and test cards, and escapes scripts', async () => {
  await using sandbox = await createTestSandbox()
  const session = await createSession(sandbox, {
    ...cart(123_456),
    line_items: [
      {
        quantity: 2,
        price_data: {
          currency: 'gbp',
          unit_amount: 61_728,
          product_data: { name: '<script>alert("x")</script> & \'Blue\'' },
        },
      },
    ],
  })
  const response = await fetch(session.url)
  const page = await response.text()
  expect(page).not.toContain('<script')
  expect(page).toContain('&#60;script&#62;alert(&#34;x&#34;)&#60;/script&#62; &#38; &#39;Blue&#39;')
  expect(page).toContain('Pay £1,234.56</button>')
  expect(page).toContain('Test payments: no real money')
  expect(page).toContain('Undersong')
  // Folded, because nobody needs them twice.
  expect(page).toMatch(
    /<details class="card">\s*<summary>Test cards<\/summary>[^]*4242 4242 4242 4242/,
  )
  expect(page).toContain('href="http://site.test/cart"')
  for (const [name, label] of [
    ['number', 'Card number'],
    ['expiry', 'Expiry'],
    ['cvc', 'CVC'],
    ['name', 'Name on card'],
  ]) {
    expect(page).toContain(`<label for="${name}">${label}</label>`)
  }
  expect(response.headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'self'; font-src 'self'; form-action 'self' http://site.test; base-uri 'none'; frame-ancestors 'none'",
  )
  expect(response.headers.get('cache-control')).toBe('no-store')
})

test('every font that the pages name is served beside their stylesheet', async () => {
  await using sandbox = await createTestSandbox()
  const stylesheet = new URL('/assets/pages.css', sandbox.url)
  const css = await (await fetch(stylesheet)).text()
  const faces = [
    ...css.matchAll(/@font-face \{\s*font-family: ('[^']+');\s*src: url\('([^']+)'\)/g),
  ]
  const named = new Set(css.replaceAll(/@font-face \{[^}]*\}/g, '').match(/'[A-Z][^']*'/g))
  expect([...named].toSorted()).toEqual(faces.map(([, family = '']) => family).toSorted())
  expect(named.size).toBe(2)
  for (const [, , path = ''] of faces) {
    const response = await fetch(new URL(path, stylesheet))
    const bytes = Buffer.from(await response.arrayBuffer())
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'font/woff2'])
    expect(bytes.subarray(0, 4).toString()).toBe('wOF2')
  }
})

test('an invalid form is shown again as typed, with each error tied to its field', async () => {
  await using sandbox = await createTestSandbox()
  const session = await createSession(sandbox, cart(920))
  const response = await postForm(session.url, {
    number: '4242"><b>',
    expiry: '12/40',
    cvc: 'x',
    name: 'Ada',
  })
  const page = await response.text()
  expect(response.status).toBe(422)
  expect(page).toContain('role="alert"')
  expect(page).toContain('value="4242&#34;&#62;&#60;b&#62;"')
  expect(page).toContain('value="Ada"')
  expect(page).toMatch(/id="cvc"[^>]*aria-describedby="cvc-problem"[^>]*aria-invalid="true"/)
  expect(page).not.toMatch(/id="expiry"[^>]*aria-invalid/)
})

test('the test-card button fills the form without paying', async () => {
  await using sandbox = await createTestSandbox()
  const session = await createSession(sandbox, cart(920))
  const page = await (await postForm(session.url, { fill: '1' })).text()
  expect(page).toContain('value="4242424242424242"')
  await expect(sandbox.stripe.charges.list()).resolves.toMatchObject({ data: [] })
})

test('a card number is never stored', async () => {
  await using sandbox = await createTestSandbox()
  const session = await createSession(sandbox, cart(920))
  await payAsCustomer(session.url, { card: '4000000000009995' })
  await payAsCustomer(session.url, { card: '4000002500003155' })
  const stored = JSON.stringify([await sandbox.control('snapshot'), await sandbox.control('log')])
  const { data: events } = await sandbox.stripe.events.list({ limit: 100 })
  expect(stored).toContain('"last4":"3155"')
  expect(stored + JSON.stringify(events)).not.toMatch(/4000000000009995|4000002500003155/)
})

test('the pages of a paid, an expired and an unknown session show their status', async () => {
  await using sandbox = await createTestSandbox()
  const paid = await createSession(sandbox, cart(920))
  await payAsCustomer(paid.url, { card: '4242424242424242' })
  const expired = await createSession(sandbox, cart(920))
  await sandbox.stripe.checkout.sessions.expire(expired.id)
  expect(await (await fetch(paid.url)).text()).toContain('<h1>This payment is complete</h1>')
  const gone = await fetch(expired.url)
  expect(gone.status).toBe(410)
  expect(await gone.text()).toContain('<h1>This payment page has expired</h1>')
  const unknown = await fetch(`${sandbox.url}/c/pay/cs_test_unknown`)
  expect(unknown.status).toBe(404)
  expect(await unknown.text()).toContain('<h1>No such payment</h1>')
})
