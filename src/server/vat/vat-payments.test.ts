// What was paid to the tax authority: recorded by an admin, booked once, and never more than is owed.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { VatOfYear } from '#contracts/admin/reporting.ts'
import { withQuery } from '#rules/page-paths.ts'
import {
  createConfirmingAdmin,
  freshCode,
  type ConfirmingAdmin,
} from '../../../tests/support/access/confirming-admin.ts'
import { codeOf } from '../../../tests/support/access/code-of.ts'
import { moneyInvariants } from '../../../tests/support/money/invariant-problems.ts'
import { moneyOf } from '../../../tests/support/payouts/platform-payouts.ts'
import { begin, createVatFixture, giveAllBack } from '../../../tests/support/sales/vat-fixture.ts'
import { ledgerOf } from '../../../tests/support/shopping.ts'
import type { TestApp } from '../../../tests/support/test-app.ts'
import { recordPaidVat } from './vat-payments.ts'

const fixture = createVatFixture()

const payment = {
  amount: '0.24',
  from: '2033-04',
  until: '2033-06',
  paidOn: '2033-07-05',
  reference: 'HMRC VAT 17',
}

/** Two sales of June, with 24p of VAT; it is the 6th of July. */
async function openOwing() {
  const opened = await fixture.open()
  const { app, rosa, sell } = opened
  const sales = [await sell(rosa, 'Skye'), await sell(rosa, 'Ash')]
  await app.work()
  await begin(app, '2033-07-06T12:00:00Z')
  return { ...opened, sales, admin: await createConfirmingAdmin(app) }
}

async function record(app: TestApp, admin: ConfirmingAdmin, changes: object = {}) {
  const code = await freshCode(app, admin)
  const send = { ...payment, note: 'The return of the quarter.', code, ...changes }
  return app.call('POST /api/proxy/admin/vat-payments', { as: admin, send })
}

const preview = (app: TestApp, as: ConfirmingAdmin, changes: Record<string, string> = {}) =>
  app.call(withQuery('GET /api/proxy/admin/vat-payments/preview', { ...payment, ...changes }), {
    as,
  })

const vatOf = async (app: TestApp, as: ConfirmingAdmin, year = 2033) =>
  (await app.call(`GET /api/proxy/admin/reporting/vat?year=${year}`, { as })).json<VatOfYear>()

test('a payment that is recorded closes what is owed, and what was set aside for it is the platform’s own', async () => {
  const { app, admin } = await openOwing()
  const before = (await moneyOf(app, admin)).balance
  expect(before.vatPence).toBe(24)
  expect((await preview(app, admin)).json()).toEqual({
    pence: 24,
    postings: [
      { account: 'vat', pence: 24 },
      { account: 'paid_outside', pence: -24 },
    ],
    owedAfterPence: 0,
  })
  const paidOutside = (await ledgerOf(app))['paid_outside'] ?? 0
  expect(codeOf(await record(app, admin))).toBe('done')
  expect(await ledgerOf(app)).toMatchObject({ vat: 0, paid_outside: paidOutside - 24 })
  const after = (await moneyOf(app, admin)).balance
  expect(after).toMatchObject({ balancePence: before.balancePence, vatPence: 0 })
  const ownPence = ({ reservePence, earnedPence }: typeof after) => reservePence + earnedPence
  expect(ownPence(after)).toBe(ownPence(before) + 24)
  const { amount: _amount, ...shown } = payment
  expect(await vatOf(app, admin)).toMatchObject({
    owedPence: 0,
    payments: [{ ...shown, pence: 24, recordedBy: admin.username }],
  })
  expect((await vatOf(app, admin, 2032)).payments).toEqual([])
  const log = await app.call('GET /api/proxy/admin/audit-log', { as: admin })
  expect(log.json()).toMatchObject({
    actions: [
      {
        action: 'record_vat_payment',
        subject: { kind: 'vat_payment', name: payment.reference },
        note: 'The return of the quarter.',
      },
    ],
  })
  expect(await moneyInvariants(app)).toEqual([])
})

test('what refunds return after it was paid is less than nothing, and the next return owes less', async () => {
  const { app, rosa, sell, sales, admin } = await openOwing()
  expect(codeOf(await record(app, admin))).toBe('done')
  await giveAllBack(app, admin, sales[0] ?? '')
  await app.work()
  expect((await vatOf(app, admin)).owedPence).toBe(-12)
  await sell(rosa, 'Late')
  await sell(rosa, 'Later')
  await app.work()
  expect((await vatOf(app, admin)).owedPence).toBe(12)
  const next = { reference: 'HMRC VAT 18', from: '2033-07', until: '2033-07' }
  expect(codeOf(await record(app, admin, { ...next, amount: '0.13' }))).toBe('more_than_vat_owed')
  expect(codeOf(await record(app, admin, { ...next, amount: '0.12' }))).toBe('done')
  expect(await ledgerOf(app)).toMatchObject({ vat: 0 })
})

test.each([
  ['more than is owed', { amount: '0.25' }, 'more_than_vat_owed'],
  ['months that are not in order', { from: '2033-06', until: '2033-05' }, 'vat_dates_impossible'],
  ['a month that has not begun', { until: '2033-08' }, 'vat_dates_impossible'],
  ['a day that is ahead', { paidOn: '2033-07-07' }, 'vat_dates_impossible'],
  ['nothing', { amount: '0' }, 'invalid_input'],
  ['no day', { paidOn: '2033-02-30' }, 'invalid_input'],
  ['no month', { from: '2033-13' }, 'invalid_input'],
  ['no reference', { reference: ' ' }, 'invalid_input'],
])('%s is refused, before and after the preview', async (_name, changes, refusal) => {
  const { app, admin } = await openOwing()
  expect(codeOf(await preview(app, admin, changes))).toBe(refusal)
  expect(codeOf(await record(app, admin, changes))).toBe(refusal)
  expect((await vatOf(app, admin)).payments).toEqual([])
})

test('nothing is recorded without a reason or a code', async () => {
  const { app, admin } = await openOwing()
  expect(codeOf(await record(app, admin, { note: ' ' }))).toBe('invalid_input')
  expect(codeOf(await record(app, admin, { code: '000000' }))).toBe('wrong_code')
  expect(await ledgerOf(app)).toMatchObject({ vat: -24 })
})

test('of many at the same time one payment is recorded, and never more than is owed', async () => {
  const { app, admin } = await openOwing()
  const { amount: _amount, ...dates } = payment
  const attempts = (references: string[], pence: number) =>
    Promise.allSettled(
      references.map((reference) =>
        recordPaidVat(app, {
          ...dates,
          reference,
          pence,
          adminId: admin.id,
          record: async () => {},
        }),
      ),
    )
  const made = (results: PromiseSettledResult<string>[]) =>
    results.filter(({ status }) => status === 'fulfilled').length
  expect(made(await attempts(Array<string>(20).fill('One'), 10))).toBe(1)
  const others = Array.from({ length: 20 }, (_one, at) => `Other ${at}`)
  expect(made(await attempts(others, 10))).toBe(1)
  expect(await ledgerOf(app)).toMatchObject({ vat: -4 })
})

test('the database refuses to change or to delete a payment', async () => {
  const { app, admin } = await openOwing()
  await record(app, admin)
  for (const change of [
    'update vat_payments set amount_pence = 1',
    'delete from vat_payments',
    'truncate vat_payments',
  ])
    await expect(sql.raw(change).execute(app.db)).rejects.toThrow('is never changed')
})
