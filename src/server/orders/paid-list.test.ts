import type { Updateable } from 'kysely'
import { expect, test } from 'vitest'
import type { Commission } from '#contracts/commissions/commission.ts'
import type { PaymentList, Receipt } from '#contracts/receipts.ts'
import { heldLines, moneyLines, refundLines } from '#rules/commissions/commission-texts.ts'
import type { Tables } from '#server/db/tables.ts'
import {
  approvePart,
  giveCommissionUp,
  holdCommission,
  salesFixture,
  sellTracks,
} from '../../../tests/support/sales/selling.ts'
import {
  createAccepted,
  loseOpenPayment,
  openPayment,
  receiveEvents,
} from '../../../tests/support/commissions/paying.ts'
import { storeDispute } from '../../../tests/support/commissions/stored-commission.ts'
import { pay } from '../../../tests/support/shopping.ts'
import { createUser, type TestApp, type TestUser } from '../../../tests/support/test-app.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp()

async function listPayments(app: TestApp, as: TestUser, page = 1): Promise<PaymentList> {
  return (await app.call(`GET /api/receipts?page=${page}`, { as })).json<PaymentList>()
}

test('a singer reads what is held, what is on its way back and what came back with the payments, the newest first', async () => {
  const fixture = await salesFixture(await emptyApp())
  const { app, rosa, mia, admin } = fixture
  await sellTracks(app, mia, [
    { artist: rosa, pricePence: 500 },
    { artist: rosa, pricePence: 100 },
  ])
  const ids: string[] = []
  for (const name of ['Held', 'Parted', 'Given up']) {
    await app.clock.move({ hours: 1 })
    ids.push(await holdCommission(app, { customer: mia, artist: rosa, name }))
  }
  const [heldId, partedId = '', backId = ''] = ids
  await approvePart(app, admin, { id: partedId, partPence: 1500 })
  await app.work()
  await giveCommissionUp(app, backId)
  const list = await listPayments(app, mia)
  expect(list).toMatchObject({ heldPence: 4420, returningPence: 4420 })
  const commission = (name: string, id: string | undefined) => ({
    commission: { id, name },
    tracks: 0,
    totalPence: 4420,
  })
  const [back, parted] = [
    { pence: 4420, cause: 'commission_cancelled', state: 'on_its_way', sentAt: null },
    { pence: 2750, cause: 'commission_part', state: 'sent', sentAt: expect.any(String) },
  ]
  expect(list.payments).toMatchObject([
    { number: 'UND-000004', ...commission('Given up', backId), heldPence: 0, refunds: [back] },
    { number: 'UND-000003', ...commission('Parted', partedId), heldPence: 0, refunds: [parted] },
    { number: 'UND-000002', ...commission('Held', heldId), heldPence: 4420, isWithTeam: false },
    { number: 'UND-000001', commission: null, tracks: 2, totalPence: 700, refunds: [] },
  ])
  await app.work()
  expect(await listPayments(app, mia)).toMatchObject({ heldPence: 4420, returningPence: 0 })

  const other = await createUser(app)
  const nothing = {
    payments: [],
    heldPence: 0,
    withTeamPence: 0,
    returningPence: 0,
    unreturnedPence: 0,
    totalPages: 1,
    currentPage: 1,
  }
  expect(await listPayments(app, other)).toEqual(nothing)
  expect(await listPayments(app, rosa)).toEqual(nothing)
})

/** Of the one commission, in its room and in the list of payments. */
async function readBoth(app: TestApp, as: TestUser, id: string) {
  const room = (await app.call(`GET /api/commissions/${id}`, { as })).json<Commission>()
  const list = await listPayments(app, as)
  const payment = list.payments.find(({ commission }) => commission?.id === id)
  if (payment === undefined) throw new Error('Its payment is not listed.')
  const { money, isFrozen, isDisputed } = room
  const shown = { ...room, ...money, isWithTeam: isFrozen || isDisputed }
  return {
    list,
    lines: [...heldLines(payment, 'customer'), ...refundLines(payment, 'customer')],
    roomLines: moneyLines(shown, 'customer'),
  }
}

test('held money says in the list, as in its room, who decides about it', async () => {
  const fixture = await salesFixture(await emptyApp())
  const { app, rosa, mia, admin } = fixture
  const [frozenId, disputedId, calmId] = [
    await holdCommission(app, { customer: mia, artist: rosa }),
    await holdCommission(app, { customer: mia, artist: rosa }),
    await holdCommission(app, { customer: mia, artist: rosa }),
  ]
  const say = { reason: 'We look.', note: 'A question.' }
  await app.call(`POST /api/proxy/admin/commissions/${frozenId}/freeze`, { as: admin, send: say })
  const disputeId = await storeDispute(app, disputedId)
  const byTeam = ['£44.20 held until our team has decided']
  for (const [id, lines] of [
    [frozenId, byTeam],
    [disputedId, byTeam],
    [calmId, ['£44.20 held until you approve']],
  ] as const)
    expect(await readBoth(app, mia, id)).toMatchObject({ lines, roomLines: lines })
  expect(await listPayments(app, mia)).toMatchObject({ heldPence: 4420, withTeamPence: 8840 })

  await app.db
    .updateTable('commission_disputes')
    .set({ status: 'resolved', outcome: 'ended', resolved_at: app.clock.now() })
    .where('id', '=', disputeId)
    .execute()
  expect(await listPayments(app, mia)).toMatchObject({ heldPence: 8840, withTeamPence: 4420 })
})

test('money that did not come back is no sum on its way back, and says the same in the list, in its room and on its receipt', async () => {
  const fixture = await salesFixture(await emptyApp())
  const { app, rosa, mia } = fixture
  const id = await holdCommission(app, { customer: mia, artist: rosa })
  await giveCommissionUp(app, id)
  const seen = async () => {
    const { list, lines, roomLines } = await readBoth(app, mia, id)
    const receipt = (await app.call('GET /api/receipts/UND-000001', { as: mia })).json<Receipt>()
    expect(roomLines).toEqual(lines)
    return {
      line: lines.join(),
      sums: [list.returningPence, list.unreturnedPence],
      receipt: [
        ...receipt.refunds.map(({ state, reference }) =>
          reference ? `${state}, ${reference}` : state,
        ),
        receipt.refundedPence,
      ],
    }
  }
  const set = (changes: Updateable<Tables['refunds']>) =>
    app.db.updateTable('refunds').set(changes).execute()
  expect(await seen()).toEqual({
    line: '£44.20 on its way back to your card',
    sums: [4420, 0],
    receipt: ['on_its_way', 0],
  })
  await set({ returns: 1 })
  expect(await seen()).toEqual({
    line: '£44.20 did not arrive on your card, and is sent again',
    sums: [4420, 0],
    receipt: ['returned', 0],
  })
  await set({ status: 'failed' })
  expect(await seen()).toEqual({
    line: '£44.20 could not be sent back to your card: our team looks into it',
    sums: [0, 4420],
    receipt: ['failed', 0],
  })
  await set({ status: 'disputed' })
  expect(await seen()).toEqual({
    line: '£44.20 disputed at the bank, which decides who gets it',
    sums: [4420, 0],
    receipt: ['disputed', 0],
  })
  await set({ status: 'settled', settled_at: app.clock.now(), settled_reference: 'FPS 17' })
  expect(await seen()).toEqual({
    line: '£44.20 paid back in another way',
    sums: [0, 0],
    receipt: ['settled, FPS 17', 4420],
  })
})

test('a payment that bought nothing is listed without a receipt, with the money that goes back', async () => {
  const app = await emptyApp()
  const { mia, id } = await createAccepted(app)
  // Both checkouts can be paid, as after a crash before the first one was stored.
  const first = await openPayment(app, mia, id)
  await loseOpenPayment(app, id)
  const second = await openPayment(app, mia, id)
  for (const { url, sessionId } of [first, second]) {
    await pay(url)
    await receiveEvents(app, sessionId)
    await app.clock.move({ minutes: 1 })
  }
  const { payments, heldPence } = await listPayments(app, mia)
  expect(heldPence).toBe(4420)
  expect(payments).toMatchObject([
    {
      number: null,
      commission: { id },
      heldPence: 0,
      refunds: [{ pence: 4420, cause: 'paid_twice' }],
    },
    { number: 'UND-000001', heldPence: 4420, refunds: [] },
  ])
})
