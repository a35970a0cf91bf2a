// VAT is contained in what is sold: frozen when it is paid, owed to the tax authority, and returned by refunds.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { PlatformMoney } from '#contracts/admin/platform-balance.ts'
import type { Receipt } from '#contracts/receipts.ts'
import type { VatMode, VatSettings } from '#rules/vat/vat-terms.ts'
import { codeOf } from '../../../tests/support/access/code-of.ts'
import { giveBack, openSold, previewOf } from '../../../tests/support/money/giving-back.ts'
import { moneyInvariants } from '../../../tests/support/money/invariant-problems.ts'
import {
  approveCommission,
  approvePart,
  giveCommissionUp,
  holdCommission,
  salesFixture,
  sellTracks,
} from '../../../tests/support/sales/selling.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { ledgerOf } from '../../../tests/support/shopping.ts'
import type { TestApp, TestUser } from '../../../tests/support/test-app.ts'

const number = 'GB123456789'
/** The operator’s: a test that changes it is a start with other variables. */
const vat: { -readonly [Name in keyof VatSettings]: VatSettings[Name] } = {
  mode: 'none',
  rates: [],
  numbers: [],
}
const emptyApp = emptiedTestApp({ vat })

async function appWith(
  mode: VatMode,
  rates: VatSettings['rates'] = [{ from: null, value: 2_000 }],
) {
  Object.assign(vat, { mode, rates, numbers: [{ from: null, value: number }] })
  return emptyApp()
}

const vatOf = ({ db }: TestApp, id: string) =>
  db
    .selectFrom('sales')
    .select(['vat_mode', 'vat_rate', 'vat_number', 'vat_net_pence', 'vat_pence'])
    .select('vat_returned_pence')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const frozen = (mode: VatMode, [net, pence, returned = 0]: [number, number, number?]) => ({
  vat_mode: mode,
  vat_rate: mode === 'none' ? 0 : 2_000,
  vat_number: mode === 'none' ? null : number,
  vat_net_pence: net,
  vat_pence: pence,
  vat_returned_pence: returned,
})

/** Reads the VAT that is owed to the tax authority, and the VAT in sales, which is not earned. */
const owedVat = async (app: TestApp) => {
  const { vat: owed = 0, vat_of_sales: unearned = 0 } = await ledgerOf(app)
  return [0 - owed, unearned]
}

const receiptOf = async (app: TestApp, as: TestUser, at = 1) =>
  (await app.call(`GET /api/receipts/UND-00000${at}`, { as })).json<Receipt>()

const purchaseMail = async ({ db }: TestApp) =>
  (
    await db
      .selectFrom('mails')
      .select('text_body')
      .where('about', 'like', 'purchase:%')
      .executeTakeFirstOrThrow()
  ).text_body

test('where the platform sells, receipt and email say what VAT the price contains, and the ledger owes it', async () => {
  const app = await appWith('sale')
  const { mia, skye, tide } = await openSold(app)
  // 570 × 20 / 120 = 95; 350 × 20 / 120 = 58.33.
  expect(await vatOf(app, skye)).toEqual(frozen('sale', [475, 95]))
  expect(await vatOf(app, tide)).toEqual(frozen('sale', [292, 58]))
  expect(await owedVat(app)).toEqual([153, 153])
  expect(await receiptOf(app, mia)).toMatchObject({
    lines: [
      { title: 'Skye', pence: 570, vatPence: 95 },
      { title: 'Tide', pence: 350, vatPence: 58 },
    ],
    totalPence: 920,
    vat: { number, rate: 2_000, netPence: 767, vatPence: 153, refundedPence: 0 },
  })
  expect(await purchaseMail(app)).toContain(
    `The total contains £1.53 of VAT at 20%, and is £7.67 without it. VAT number: ${number}.`,
  )
  expect(await moneyInvariants(app)).toEqual([])
})

test('where the artist sells, the platform’s fees contain VAT, and the customer reads of none', async () => {
  const app = await appWith('fee')
  const { mia, skye, tide } = await openSold(app)
  expect(await vatOf(app, skye)).toEqual(frozen('fee', [58, 12]))
  expect(await vatOf(app, tide)).toEqual(frozen('fee', [42, 8]))
  expect(await owedVat(app)).toEqual([20, 20])
  expect(await receiptOf(app, mia)).toMatchObject({
    lines: [{ vatPence: null }, { vatPence: null }],
    totalPence: 920,
    vat: null,
  })
  expect(await purchaseMail(app)).not.toContain('VAT')
  expect(await moneyInvariants(app)).toEqual([])
})

test('without VAT nothing is said, booked or frozen', async () => {
  const app = await appWith('none')
  const { mia, skye } = await openSold(app)
  expect(await vatOf(app, skye)).toEqual(frozen('none', [0, 0]))
  expect(await owedVat(app)).toEqual([0, 0])
  expect(await receiptOf(app, mia)).toMatchObject({ vat: null })
  expect(await purchaseMail(app)).not.toContain('VAT')
})

test.each([
  // Of 570 are left 470, 269 and 0, and of the fees of 70 are left 57, 32 and 0.
  {
    mode: 'sale',
    sold: [475, 95],
    returned: [17, 50, 95],
    onReceipt: { vatPence: 153, refundedPence: 95 },
  },
  { mode: 'fee', sold: [58, 12], returned: [2, 7, 12], onReceipt: null },
] as const)(
  'refunds in parts return VAT, and together exactly all of it: $mode',
  async ({ mode, sold: [net, pence], returned, onReceipt }) => {
    const app = await appWith(mode)
    const { mia, admin, skye, tide } = await openSold(app)
    const other = (await vatOf(app, tide)).vat_pence
    const parts = [
      { amount: '1.00', leftPence: 570 },
      { amount: '2.01', leftPence: 470 },
      { amount: '2.69', leftPence: 269 },
    ]
    for (const [at, part] of parts.entries()) {
      const back = (returned[at] ?? 0) - (returned[at - 1] ?? 0)
      const { refund } = await previewOf(app, admin, skye, part.amount)
      expect(refund?.postings).toContainEqual({ account: 'vat', pence: back })
      expect(refund?.postings).toContainEqual({ account: 'vat_of_sales', pence: -back })
      expect(codeOf(await giveBack(app, admin, skye, part))).toBe('done')
      expect(await vatOf(app, skye)).toEqual(frozen(mode, [net, pence, returned[at]]))
      expect(await owedVat(app)).toEqual(Array(2).fill(pence + other - (returned[at] ?? 0)))
      await app.work()
    }
    const refunds = await app.db
      .selectFrom('refunds')
      .select((eb) => [eb.fn.sum('vat_net_pence').as('net'), eb.fn.sum('vat_pence').as('vat')])
      .executeTakeFirstOrThrow()
    expect([Number(refunds.net), Number(refunds.vat)]).toEqual([net, pence])
    expect(await receiptOf(app, mia)).toMatchObject({ refundedPence: 570, vat: onReceipt })
    expect(await moneyInvariants(app)).toEqual([])
  },
)

test('the VAT of a commission is owed once it is decided, at the rate of its payment', async () => {
  const app = await appWith('sale')
  const { rosa, mia, admin } = await salesFixture(app)
  const [approved, cancelled, part] = [
    await holdCommission(app, { customer: mia, artist: rosa }),
    await holdCommission(app, { customer: mia, artist: rosa }),
    await holdCommission(app, { customer: mia, artist: rosa }),
  ]
  // 4420 × 20 / 120 = 736.67. Held money is not divided yet.
  expect(await vatOf(app, approved)).toEqual(frozen('sale', [3683, 737]))
  expect(await owedVat(app)).toEqual([0, 0])
  expect((await receiptOf(app, mia)).vat).toMatchObject({ netPence: 3683, vatPence: 737 })
  vat.rates = [{ from: null, value: 1_000 }]

  await approveCommission(app, approved)
  expect(await owedVat(app)).toEqual([737, 737])
  await giveCommissionUp(app, cancelled)
  expect(await vatOf(app, cancelled)).toEqual(frozen('sale', [3683, 737, 737]))
  expect(await owedVat(app)).toEqual([737, 737])
  // The customer has paid 1500 + 150 + 20 of 4420 in the end: 1670 × 20 / 120 = 278.33.
  await approvePart(app, admin, { id: part, partPence: 1500 })
  expect(await vatOf(app, part)).toEqual(frozen('sale', [3683, 737, 459]))
  expect(await owedVat(app)).toEqual([737 + 278, 737 + 278])
  // Back after it was approved.
  expect(codeOf(await giveBack(app, admin, part, { amount: '16.70', leftPence: 1_670 }))).toBe(
    'done',
  )
  expect(await vatOf(app, part)).toEqual(frozen('sale', [3683, 737, 737]))
  await app.work()
  expect(await owedVat(app)).toEqual([737, 737])
  expect(await moneyInvariants(app)).toEqual([])
})

test('the fees of a commission contain VAT as they are decided', async () => {
  const app = await appWith('fee')
  const { rosa, mia, admin } = await salesFixture(app)
  const id = await holdCommission(app, { customer: mia, artist: rosa })
  // 420 × 20 / 120 = 70.
  expect(await vatOf(app, id)).toEqual(frozen('fee', [350, 70]))
  await approvePart(app, admin, { id, partPence: 1500 })
  // 170 × 20 / 120 = 28.33.
  expect(await vatOf(app, id)).toEqual(frozen('fee', [350, 70, 42]))
  expect(await owedVat(app)).toEqual([28, 28])
  await app.work()
  expect(await moneyInvariants(app)).toEqual([])
})

test('a rate applies to what is paid from midnight in London on', async () => {
  const app = await appWith('sale', [
    { from: '2031-06-01', value: 2_000 },
    { from: '2031-07-01', value: 1_000 },
  ])
  const { rosa, mia } = await salesFixture(app)
  const soldAt = async (iso: string) => {
    await app.clock.set(new Date(iso))
    const { orderId } = await sellTracks(app, mia, [{ artist: rosa, pricePence: 500 }])
    const { id } = await app.db
      .selectFrom('order_lines')
      .select('id')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
    const { vat_mode: mode, vat_rate: rate, vat_pence: pence } = await vatOf(app, id)
    return [mode, rate, pence]
  }
  // It is summer: midnight in London is 23:00 UTC.
  expect(await soldAt('2031-05-31T22:59:59.999Z')).toEqual(['none', 0, 0])
  expect(await soldAt('2031-05-31T23:00:00.000Z')).toEqual(['sale', 2_000, 95])
  expect(await soldAt('2031-06-30T22:59:59.999Z')).toEqual(['sale', 2_000, 95])
  expect(await soldAt('2031-06-30T23:00:00.000Z')).toEqual(['sale', 1_000, 52])
})

test('another mode changes later sales only: what was sold before is given back as it was sold', async () => {
  const app = await appWith('fee')
  const { mia, admin, rosa, skye } = await openSold(app)
  Object.assign(vat, { mode: 'sale', rates: [{ from: null, value: 1_000 }] })
  await sellTracks(app, mia, [{ artist: rosa, pricePence: 500, title: 'Later' }])
  expect(await vatOf(app, skye)).toEqual(frozen('fee', [58, 12]))
  expect(await receiptOf(app, mia)).toMatchObject({ vat: null })
  expect(await receiptOf(app, mia, 2)).toMatchObject({ vat: { rate: 1_000, vatPence: 52 } })
  vat.mode = 'none'
  expect(codeOf(await giveBack(app, admin, skye, { amount: '5.70', leftPence: 570 }))).toBe('done')
  expect(await vatOf(app, skye)).toEqual(frozen('fee', [58, 12, 12]))
  expect(await owedVat(app)).toEqual([8 + 52, 8 + 52])
  await app.work()
  expect(await moneyInvariants(app)).toEqual([])
})

test('VAT is no money of the platform: it stands apart, and is not offered to its bank', async () => {
  const balanceWith = async (mode: VatMode) => {
    const app = await appWith(mode)
    const { admin } = await openSold(app)
    const response = await app.call('GET /api/proxy/admin/balance', { as: admin })
    const { balance } = response.json<PlatformMoney>()
    const { vatPence, heldPence, artistsPence, customersPence, reservePence, earnedPence } = balance
    expect(balance.balancePence).toBe(
      heldPence + artistsPence + customersPence + vatPence + reservePence + earnedPence,
    )
    return { vatPence, ownPence: reservePence + earnedPence }
  }
  const without = await balanceWith('none')
  expect(without.vatPence).toBe(0)
  expect(await balanceWith('fee')).toEqual({ vatPence: 20, ownPence: without.ownPence - 20 })
  expect(await balanceWith('sale')).toEqual({ vatPence: 153, ownPence: without.ownPence - 153 })
})

test('the database refuses another VAT than the rate’s, and more back than there was', async () => {
  const app = await appWith('sale')
  const { skye } = await openSold(app)
  const set = (change: string) =>
    sql`update sales set ${sql.raw(change)} where id = ${skye}`.execute(app.db)
  for (const change of [
    'vat_pence = 94, vat_net_pence = 476',
    'vat_net_pence = 474',
    'vat_rate = 1750',
    'vat_mode = $$fee$$',
    'vat_number = null',
    'vat_returned_pence = 1',
    'vat_returned_pence = 96',
    'refunded_pence = 10, platform_fee_pence = 40',
  ])
    await expect(set(change)).rejects.toThrow(/violates check constraint "sales_/)
})

test('a penny of VAT that only the ledger or only a refund has is found', async () => {
  const app = await appWith('sale')
  const { paymentId, admin, skye } = await openSold(app)
  expect(codeOf(await giveBack(app, admin, skye, { amount: '1.00', leftPence: 570 }))).toBe('done')
  await app.work()
  expect(await moneyInvariants(app)).toEqual([])
  await app.db.updateTable('refunds').set({ vat_pence: 16 }).execute()
  expect(await moneyInvariants(app)).toEqual([`vat_returned_differs: ${skye}`])
  await app.db.updateTable('refunds').set({ vat_pence: 17 }).execute()
  await sql`
    with booked as (
      insert into ledger_transactions (fact, payment_id, entry_count) values ('planted', ${paymentId}, 2) returning id
    )
    insert into ledger_entries (transaction_id, account, amount_pence)
    select id, account, pence from booked, (values ('vat', -1), ('vat_of_sales', 1)) as one (account, pence)
  `.execute(app.db)
  expect(await moneyInvariants(app)).toEqual([`vat_differs: ${paymentId}`])
})
