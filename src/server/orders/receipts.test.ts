import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { PaymentList, Receipt } from '#contracts/receipts.ts'
import { checkPayment } from '#server/payments/checkout/payment-check.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import {
  fillVersion0009,
  migrateTo,
  returnToVersion0009,
} from '../../../tests/support/money/version-0009.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import {
  createTestApp,
  createTrack,
  createUser,
  type TestApp,
  type TestUser,
} from '../../../tests/support/test-app.ts'
import {
  checkOut,
  createArtistWithPayouts,
  expireOpenOrders,
  paidCart,
  pay,
  subjectsOf,
} from '../../../tests/support/shopping.ts'

const emptyApp = emptiedTestApp()

function readReceipt(app: TestApp, number: string, as?: TestUser) {
  return app.call(`GET /api/receipts/${number}`, as ? { as } : {})
}

function setKey({ db }: TestApp, trackId: string, key: string | null) {
  return db.updateTable('tracks').set({ key_signature: key }).where('id', '=', trackId).execute()
}

test('a receipt says what was paid, by which card and in which key, at the time, to its buyer and to admins only', async () => {
  const app = await emptyApp()
  const [artist, mia] = [
    await createArtistWithPayouts(app, 'Rosa Lindqvist'),
    await createUser(app),
  ]
  const track = await createTrack(app.db, { artistId: artist.id, title: 'Skye', pricePence: 500 })
  const cheap = await createTrack(app.db, { artistId: artist.id, title: 'Ash', pricePence: 99 })
  await setKey(app, track.id, 'F#m')
  await setKey(app, cheap.id, null)
  await paidCart(app, mia, [track.id, cheap.id])
  await app.db
    .updateTable('tracks')
    .set({ price_pence: 900, title: 'Fog', key_signature: 'E' })
    .execute()
  await app.db.updateTable('users').set({ display_name: 'Somebody Else' }).execute()

  const response = await readReceipt(app, 'UND-000001', mia)
  expect(response.headers['cache-control']).toBe('no-store')
  const receipt = response.json<{ issuedAt: string }>()
  const id: unknown = expect.any(String)
  expect(receipt).toEqual({
    number: 'UND-000001',
    issuedAt: receipt.issuedAt,
    commissionId: null,
    seller: { name: 'Undersong', address: ['1 Green Lane', 'Leeds LS1 1AA'], vatNumber: null },
    buyer: { name: mia.username, email: mia.email },
    lines: [
      {
        id,
        title: 'Ash',
        artist: 'Rosa Lindqvist',
        keySignature: null,
        pence: 129,
        vatPence: null,
      },
      {
        id,
        title: 'Skye',
        artist: 'Rosa Lindqvist',
        keySignature: 'F#m',
        pence: 570,
        vatPence: null,
      },
    ],
    totalPence: 699,
    vat: null,
    cardLast4: '4242',
    refunds: [],
    refundedPence: 0,
  })

  const [other, admin] = [await createUser(app), await createAdmin(app)]
  for (const as of [other, artist, undefined]) {
    const { statusCode, body } = await readReceipt(app, 'UND-000001', as)
    expect([statusCode, body.includes('Rosa')]).toEqual([as ? 404 : 401, false])
  }
  expect((await readReceipt(app, 'UND-000002', mia)).json()).toMatchObject({ code: 'not_found' })
  expect((await readReceipt(app, '1', mia)).json()).toMatchObject({ code: 'invalid_input' })
  expect((await readReceipt(app, 'UND-000001', admin)).json()).toEqual(receipt)
})

test('a receipt names the card of its own payment, and none if it was not paid by one', async () => {
  const app = await emptyApp()
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  const cards = ['5555555555554444', '4000002760000016']
  for (const card of cards) {
    const { id } = await createTrack(app.db, { artistId: artist.id })
    await paidCart(app, mia, [id], card)
  }
  const { id } = await createTrack(app.db, { artistId: artist.id })
  const { url, sessionId } = await checkOut(app, mia, [id])
  await pay(url)
  const { findCheckout } = app.payments
  app.payments.findCheckout = async (session) => {
    const paid = await findCheckout(session)
    return { ...paid, charge: paid.charge && { ...paid.charge, cardLast4: null } }
  }
  await app.call(`GET /api/checkout/${sessionId}`, { as: mia })
  const digitsOf = async (number: string) =>
    (await readReceipt(app, number, mia)).json<Receipt>().cardLast4
  expect([
    await digitsOf('UND-000001'),
    await digitsOf('UND-000002'),
    await digitsOf('UND-000003'),
  ]).toEqual(['4444', '0016', null])
})

test('the list of receipts has those of its caller', async () => {
  const app = await emptyApp()
  const artist = await createArtistWithPayouts(app)
  const [mia, sam] = [await createUser(app), await createUser(app)]
  for (const as of [mia, sam, mia]) {
    const { id } = await createTrack(app.db, { artistId: artist.id })
    await paidCart(app, as, [id])
  }
  const listed = async (as: TestUser) => {
    const list = (await app.call('GET /api/receipts', { as })).json<PaymentList>()
    return list.payments.map(({ number }) => number)
  }
  expect(await listed(mia)).toEqual(['UND-000003', 'UND-000001'])
  expect(await listed(sam)).toEqual(['UND-000002'])
  expect(await listed(artist)).toEqual([])
})

test('payments recorded at the same moment get consecutive numbers, and one that is rolled back leaves no gap', async () => {
  await using app = await createTestApp()
  const artist = await createArtistWithPayouts(app)
  const track = await createTrack(app.db, { artistId: artist.id })
  const checkouts = []
  for (let count = 0; count < 6; count++) {
    const checkout = await checkOut(app, await createUser(app), [track.id])
    await pay(checkout.url)
    checkouts.push(checkout)
  }
  // Fails at the end of the transaction, after its number was taken.
  await sql`
    create function refuse_entry() returns trigger language plpgsql as
    $$ begin raise exception 'refused'; end $$`.execute(app.db)
  await sql`
    create trigger refuse before insert on transfers for each row
    when (new.payment_id = ${sql.lit(checkouts[2]?.paymentId)})
    execute function refuse_entry()`.execute(app.db)
  const subjects = subjectsOf(app)
  const outcomes = await Promise.allSettled(
    checkouts.map(({ paymentId }) => checkPayment({ ...app, subjects }, paymentId)),
  )
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ])
  await sql`drop trigger refuse on transfers`.execute(app.db)
  await checkPayment({ ...app, subjects }, checkouts[2]?.paymentId ?? '')

  const receipts = await app.db.selectFrom('receipts').selectAll().orderBy('serial').execute()
  expect(receipts.map(({ serial }) => serial)).toEqual([1, 2, 3, 4, 5, 6])
  expect(receipts.at(-1)?.payment_id).toBe(checkouts[2]?.paymentId)
  const times = receipts.map(({ issued_at: issuedAt }) => issuedAt.getTime())
  expect(times).toEqual(times.toSorted((one, other) => one - other))
})

test('a refund is on the receipt: on its way first, then with its date', async () => {
  const app = await emptyApp()
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  const track = await createTrack(app.db, { artistId: artist.id, title: 'Skye', pricePence: 500 })
  const first = await checkOut(app, mia, [track.id])
  await expireOpenOrders(app)
  await paidCart(app, mia, [track.id])
  await pay(first.url)
  await app.call(`GET /api/checkout/${first.sessionId}`, { as: mia })

  const refund = { title: 'Skye', pence: 570 }
  expect((await readReceipt(app, 'UND-000002', mia)).json()).toMatchObject({
    totalPence: 570,
    refunds: [{ ...refund, state: 'on_its_way', sentAt: null }],
    refundedPence: 0,
  })
  await app.work()
  expect((await readReceipt(app, 'UND-000002', mia)).json()).toMatchObject({
    totalPence: 570,
    refunds: [{ ...refund, state: 'sent', sentAt: expect.any(String) }],
    refundedPence: 570,
  })
  const list = (await app.call('GET /api/receipts', { as: mia })).json<PaymentList>()
  const sent = { pence: 570, cause: 'owned', state: 'sent', sentAt: expect.any(String) }
  expect(list).toMatchObject({
    payments: [
      { number: 'UND-000002', tracks: 1, totalPence: 570, heldPence: 0, refunds: [sent] },
      { number: 'UND-000001', tracks: 1, totalPence: 570, heldPence: 0, refunds: [] },
    ],
    heldPence: 0,
    returningPence: 0,
  })
  // The refund of the second payment does not end what the first one has granted.
  expect((await app.call('GET /api/proxy/my-tracks/ids', { as: mia })).json()).toEqual({
    trackIds: [track.id],
  })
  const mine = await app.call(`GET /api/proxy/my-tracks?order=${first.orderId}`, { as: mia })
  expect(mine.json()).toMatchObject({ order: { receiptNumber: 'UND-000002', hasGranted: false } })
})

test('the tracks of an order just paid come first and are marked, for its buyer only; the email links to them and to the receipt', async () => {
  const app = await emptyApp()
  const artist = await createArtistWithPayouts(app)
  const [mia, other] = [await createUser(app), await createUser(app)]
  const titles = ['Ash', 'Birch', 'Cedar']
  const tracks = []
  for (const title of titles) tracks.push(await createTrack(app.db, { artistId: artist.id, title }))
  const ids = tracks.map(({ id }) => id)
  await paidCart(app, mia, ids.slice(2))
  const bought = await paidCart(app, mia, ids.slice(0, 1))
  await paidCart(app, mia, ids.slice(1, 2))
  await paidCart(app, other, ids.slice(0, 1))
  const path = `/api/proxy/my-tracks?orderBy=title&order=${bought.orderId}`

  type Mine = { tracks: { track: { title: string }; isNew: boolean }[]; order: unknown }
  const listed = async (route: string, as: TestUser) => {
    const mine = (await app.call(`GET ${route}`, { as })).json<Mine>()
    return [mine.order, ...mine.tracks.map(({ track, isNew }) => [track.title, isNew])]
  }
  const newest = `/api/proxy/my-tracks?order=${bought.orderId}`
  const order = { receiptNumber: 'UND-000002', hasGranted: true, unavailable: [] }
  expect(await listed(newest, mia)).toEqual([
    order,
    ['Ash', true],
    ['Birch', false],
    ['Cedar', false],
  ])
  expect(await listed(path.replace('title', 'artist'), mia)).toContainEqual(['Ash', true])
  expect(await listed(newest, other)).toEqual([null, ['Ash', false]])
  expect(await listed('/api/proxy/my-tracks?order=none', mia)).toContain(null)

  await app.work()
  const emails = app.emails.filter(({ to }) => to === mia.email)
  const link = `http://undersong.test/my-tracks?order=${bought.orderId}`
  const email = emails.find(({ text }) => text.includes(link))
  expect(email?.text).toContain('http://undersong.test/receipts/UND-000002')
  expect(email?.html).toContain(`href="${link}"`)
  expect(email?.html).toContain('href="http://undersong.test/receipts/UND-000002"')
})

test('the migration numbers the orders paid before, in the order of their payments', async () => {
  await using app = await createTestApp()
  const db = await returnToVersion0009(app)
  await fillVersion0009(db)
  await migrateTo(app)
  const { rows } = await sql<{ status: string; serial: number; in_order: boolean; buyer: string }>`
    select orders.status, serial, buyer_name || ' ' || buyer_email as buyer,
      issued_at >= lag(issued_at, 1, issued_at) over (order by serial) as in_order
    from orders
    left join payments on payments.subject_id = orders.id
    left join receipts on receipts.payment_id = payments.id
    order by serial, status`.execute(app.db)
  const paid = ['disputed', 'paid', 'part_refunded', 'refunded']
  const numbered = rows.filter(({ serial }) => serial !== null)
  expect(numbered.map(({ status }) => status).toSorted()).toEqual(paid)
  expect(numbered.map(({ serial }) => serial)).toEqual([1, 2, 3, 4])
  expect(
    numbered.every((row) => row.in_order && /^user \S+ \S+@example.com$/.test(row.buyer)),
  ).toBe(true)
  const lines = await app.db.selectFrom('order_lines').select('artist_name').execute()
  expect(lines.every(({ artist_name: name }) => name.startsWith('user '))).toBe(true)
  const counter = await app.db.selectFrom('receipt_counter').selectAll().execute()
  expect(counter).toEqual([{ is_only_row: true, last_serial: 4 }])
})
