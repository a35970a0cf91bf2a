import { expect, test, vi } from 'vitest'
import { PaymentUnknown } from '#server/gateways/payments/payments.ts'
import { moneyProblems } from '../../../tests/support/money/money-problems.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { createUser, createTrack, type TestApp } from '../../../tests/support/test-app.ts'
import {
  createArtistWithPayouts,
  checkOut,
  failNextRequest,
  pay,
  provider,
} from '../../../tests/support/shopping.ts'

const emptyApp = emptiedTestApp()

const path = 'POST /api/proxy/stripe/create-cart-checkout-session'

test.each([
  ['done-stored-500', 1],
  ['stored-500', 2],
] as const)(
  'after an error that the provider stores and repeats (%s) the customer can pay, once',
  async (how, clicks) => {
    const app = await emptyApp()
    const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
    const track = await createTrack(app.db, { artistId: artist.id })
    await failNextRequest(app, how, '/v1/checkout/sessions')
    const send = { items: [{ trackId: track.id }] }
    const responses = []
    for (let click = 0; click < clicks; click++) {
      responses.push((await app.call(path, { as: mia, send })).statusCode)
    }
    expect(responses.at(-1)).toBe(200)

    const payments = await app.db.selectFrom('payments').selectAll().orderBy('created_at').execute()
    const sessions = await openSessionsOf(app, mia.email)
    expect(sessions).toEqual([payments.at(-1)?.checkout_session_id])
    await pay(payments.at(-1)?.checkout_url ?? '')
    await app.call(`GET /api/checkout/${sessions[0]}`, { as: mia })
    const mine = await app.call('GET /api/proxy/my-tracks', { as: mia })
    expect(mine.json()).toMatchObject({ tracks: [{ track: { id: track.id } }] })
    expect(await moneyProblems(app)).toEqual([])
  },
)

test('another cart after an error that the provider stores leaves one payable checkout', async () => {
  const app = await emptyApp()
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  const first = await createTrack(app.db, { artistId: artist.id })
  const second = await createTrack(app.db, { artistId: artist.id })
  // The first call gets no response; the next one opens the session, but its response is a stored error.
  vi.spyOn(app.payments, 'openCheckout').mockRejectedValueOnce(new PaymentUnknown('No answer.'))
  await failNextRequest(app, 'done-stored-500', '/v1/checkout/sessions')
  await app.call(path, { as: mia, send: { items: [{ trackId: first.id }] } })
  const latter = await checkOut(app, mia, [first.id, second.id])
  expect(await openSessionsOf(app, mia.email)).toEqual([latter.sessionId])
})

test('a public URL that changed after a lost response leaves one payable checkout', async () => {
  const app = await emptyApp()
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  const first = await createTrack(app.db, { artistId: artist.id })
  const second = await createTrack(app.db, { artistId: artist.id })
  const { openCheckout } = app.payments
  vi.spyOn(app.payments, 'openCheckout').mockImplementationOnce(async (checkout) => {
    await openCheckout({ ...checkout, successUrl: 'http://former.test/checkout/success' })
    throw new PaymentUnknown('The card provider does not respond.')
  })
  await app.call(path, { as: mia, send: { items: [{ trackId: first.id }] } })
  const latter = await checkOut(app, mia, [first.id, second.id])
  expect(await openSessionsOf(app, mia.email)).toEqual([latter.sessionId])
})

test.each([`${'m'.repeat(65)}@example.com`, 'mia@studio'])(
  'a customer whose email the provider refuses can still buy: %s',
  async (email) => {
    const app = await emptyApp()
    const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
    const track = await createTrack(app.db, { artistId: artist.id })
    await app.db.updateTable('users').set({ email }).where('id', '=', mia.id).execute()
    const { sessionId, url, paymentId } = await checkOut(app, mia, [track.id])
    const session = await provider(app).checkout.sessions.retrieve(sessionId)
    expect(session).toMatchObject({ customer_email: null, client_reference_id: paymentId })
    expect(await checkOut(app, mia, [track.id])).toMatchObject({ sessionId, url })
  },
)

/** The ids of all checkouts that the customer could pay, of any order. */
async function openSessionsOf(app: TestApp, email: string): Promise<string[]> {
  const { data } = await provider(app).checkout.sessions.list({ limit: 100, status: 'open' })
  return data.filter(({ customer_email }) => customer_email === email).map(({ id }) => id)
}
