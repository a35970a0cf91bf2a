// Refunds that somebody makes at the card provider, and that several lines cost: an admin divides each, and it is booked once.

import { expect, test, vi } from 'vitest'
import type { FoundRefund } from '#contracts/admin/found-refunds.ts'
import type { OwnedTracks } from '#contracts/orders.ts'
import { PaymentUnknown } from '#server/gateways/payments/payments.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { codeOf } from '../../../tests/support/access/code-of.ts'
import { checkCharge } from '../../../tests/support/money/bank-disputes.ts'
import { compareWithProvider } from '../../../tests/support/money/compare-with-provider.ts'
import { giveBack, openSold, previewOf } from '../../../tests/support/money/giving-back.ts'
import { expectSameBalance, readBalance } from '../../../tests/support/money/provider-balance.ts'
import { notificationsOf } from '../../../tests/support/notifications/notifications.ts'
import { removeJobs } from '../../../tests/support/queued-jobs.ts'
import { listAllSales } from '../../../tests/support/sales/selling.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { ledgerOf, provider } from '../../../tests/support/shopping.ts'
import type { TestApp, TestUser } from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

const told = 'It was agreed on the phone.'

/** Of £9.20 for two tracks £4.60 was given back in the provider's dashboard. */
async function openFound(app: TestApp, pence = 460) {
  const sold = await openSold(app)
  await removeJobs(app.db, 'make_rendition')
  const { charge_id: charge } = await app.db
    .selectFrom('payments')
    .select('charge_id')
    .executeTakeFirstOrThrow()
  const { id } = await provider(app).refunds.create({ charge: charge ?? '', amount: pence })
  await checkCharge(app, charge ?? '')
  const { skye, tide } = sold
  return { ...sold, id, charge: charge ?? '', division: `${tide}=3.50;${skye}=1.10` }
}

const look = (app: TestApp, as: TestUser, id: string, division?: string) =>
  app.call(
    `GET /api/proxy/admin/found-refunds/${id}${division === undefined ? '' : `?division=${encodeURIComponent(division)}`}`,
    { as },
  )

const assign = (
  app: TestApp,
  as: TestUser,
  { id, division, leftPence = 920 }: { id: string; division: string; leftPence?: number },
) =>
  app.call(`POST /api/proxy/admin/found-refunds/${id}/assign`, {
    as,
    send: { division, leftPence, reason: told, note: 'By Ada.' },
  })

const refundsOf = (app: TestApp) =>
  app.db
    .selectFrom('refunds')
    .select(['order_line_id', 'amount_pence', 'artist_pence', 'status', 'provider_id', 'is_part'])
    .orderBy('amount_pence')
    .execute()

const titlesOf = async (app: TestApp, as: TestUser) =>
  (await app.call('GET /api/proxy/my-tracks', { as }))
    .json<OwnedTracks>()
    .tracks.map(({ track }) => track.title)

test('an admin divides what was given back at the provider: each line has the consequences that the preview says', async () => {
  const app = await emptyApp()
  const { admin, mia, rosa, tom, skye, tide, id, division } = await openFound(app)
  const list = () => app.call('GET /api/proxy/admin/found-refunds', { as: admin })
  expect((await list()).json()).toMatchObject({
    refunds: [{ id, customer: { id: mia.id }, receiptNumber: 'UND-000001', paidPence: 920 }],
    total: 1,
  })
  expect((await look(app, admin, id)).json()).toMatchObject({
    pence: 460,
    paidPence: 920,
    isAssigned: false,
    madeTwice: null,
    division: null,
  })
  const found = (await look(app, admin, id, division)).json<FoundRefund>()
  expect(found.sales.map(({ id: saleId, leftPence }) => [saleId, leftPence])).toEqual(
    expect.arrayContaining([
      [skye, 570],
      [tide, 350],
    ]),
  )
  expect(found.division?.parts).toMatchObject([
    { saleId: tide, pence: 350, isWhole: true, artistPence: 300, isTransferred: true },
    { saleId: skye, pence: 110, isWhole: false, artistPence: 96, artistKeepsPence: 404 },
  ])
  const before = await ledgerOf(app)
  expect(codeOf(await assign(app, admin, { id, division }))).toBe('done')
  const after = await ledgerOf(app)
  for (const { account, pence } of found.division?.postings ?? [])
    expect([account, (after[account] ?? 0) - (before[account] ?? 0)]).toEqual([account, pence])
  const made = { status: 'sent', provider_id: id, is_part: true }
  expect(await refundsOf(app)).toEqual([
    { order_line_id: skye, amount_pence: 110, artist_pence: 96, ...made },
    { order_line_id: tide, amount_pence: 350, artist_pence: 300, ...made },
  ])
  expect(await titlesOf(app, mia)).toEqual(['Skye'])
  await app.work()
  const taken = app.db.selectFrom('reversals').select(['artist_id', 'amount_pence', 'status'])
  expect(await taken.orderBy('amount_pence').execute()).toEqual([
    { artist_id: rosa.id, amount_pence: 96, status: 'sent' },
    { artist_id: tom.id, amount_pence: 300, status: 'sent' },
  ])
  expect(await listAllSales(app, tom)).toMatchObject([{ title: 'Tide', state: 'returned' }])
  expect(await listAllSales(app, rosa)).toMatchObject([{ title: 'Skye', refundedPence: 110 }])
  expect((await notificationsOf(app, tom)).notifications).toContainEqual(
    expect.objectContaining({ kind: 'sale_given_back', addition: `The reason: ${told}` }),
  )
  const mails = app.emails.filter(({ to }) => to === mia.email).map(({ subject }) => subject)
  expect(mails.filter((subject) => subject === 'Your money is on its way back')).toHaveLength(2)
  const log = await app.call('GET /api/proxy/admin/audit-log', { as: admin })
  expect(log.json()).toMatchObject({
    actions: [{ action: 'assign_refund', subject: { id: mia.id }, reason: told, note: 'By Ada.' }],
  })
  expect((await list()).json()).toMatchObject({ refunds: [] })
  expect((await look(app, admin, id)).json()).toMatchObject({ pence: 460, isAssigned: true })
  await app.clock.move({ minutes: 11 })
  expect(await compareWithProvider(app)).toEqual([])
  await readBalance(app)
  await expectSameBalance(app)
})

test('of 100 simultaneous assignments by two admins one has an effect', async () => {
  const app = await emptyApp()
  const { admin, skye, tide, id, division } = await openFound(app)
  const admins = [admin, await createAdmin(app)]
  const other = `${skye}=4.60`
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, at) =>
      assign(app, admins[at % 2] ?? admin, { id, division: at % 3 === 0 ? other : division }),
    ),
  )
  const codes = Object.groupBy(answers.map(codeOf), (code) => code)
  expect(
    Object.entries(codes)
      .map(([code, all = []]) => `${all.length} ${code}`)
      .toSorted(),
  ).toEqual(['1 done', '99 refund_assigned'])
  await app.work()
  const rows = await refundsOf(app)
  expect(rows.reduce((sum, row) => sum + row.amount_pence, 0)).toBe(460)
  expect([tide, skye]).toEqual(expect.arrayContaining(rows.map((row) => row.order_line_id)))
  await readBalance(app)
  await expectSameBalance(app)
})

test.each(['before refund.adopt', 'after refund.adopt'] as const)(
  'an assignment that fails %s is made once when the admin tries again',
  async (failpoint) => {
    const app = await emptyApp()
    const { admin, id, division } = await openFound(app)
    void app.failpoints.arm(failpoint, 'throw')
    expect((await assign(app, admin, { id, division })).statusCode).toBe(500)
    expect(codeOf(await assign(app, admin, { id, division }))).toBe(
      failpoint === 'after refund.adopt' ? 'refund_assigned' : 'done',
    )
    expect(await refundsOf(app)).toHaveLength(2)
    await app.work()
    await readBalance(app)
    await expectSameBalance(app)
  },
)

test('what does not divide it, and whom it concerns, is refused with its reason', async () => {
  const app = await emptyApp()
  const { admin, mia, tom, skye, tide, id, division } = await openFound(app)
  const code = async (given: { division: string; leftPence?: number }, as = admin) =>
    codeOf(await assign(app, as, { id, ...given }))
  expect(await code({ division: `${skye}=4.59` })).toBe('refund_not_divided')
  expect(await code({ division: '' })).toBe('refund_not_divided')
  expect(await code({ division: `${tide}=3.51;${skye}=1.09` })).toBe('refund_out_of_range')
  expect(await code({ division: `${id}=4.60` })).toBe('refund_out_of_range')
  expect(await code({ division: `${skye}=all` })).toBe('invalid_input')
  expect(await code({ division, leftPence: 919 })).toBe('refunded_meanwhile')
  expect(await code({ division }, mia)).toBe('not_allowed')
  expect(codeOf(await look(app, admin, id, `${skye}=4.59`))).toBe('refund_not_divided')
  expect(codeOf(await look(app, mia, id))).toBe('not_allowed')
  expect(codeOf(await look(app, admin, 're_other'))).toBe('not_found')
  expect(codeOf(await assign(app, admin, { id: 're_other', division }))).toBe('not_found')
  const parties = [mia.id, tom.id]
  const changes = { role: 'admin', two_factor_enabled: true } as const
  await app.db.updateTable('users').set(changes).where('id', 'in', parties).execute()
  expect([await code({ division }, mia), await code({ division }, tom)]).toEqual([
    'own_sale',
    'own_sale',
  ])
  vi.spyOn(app.payments, 'readCharge').mockRejectedValueOnce(new PaymentUnknown('No response.'))
  expect(codeOf(await look(app, admin, id))).toBe('provider_unavailable')
  expect(await refundsOf(app)).toEqual([])
})

test('what stood on unexplained for two hours is taken from there', async () => {
  const app = await emptyApp()
  const { admin, id, division } = await openFound(app)
  await app.clock.move({ hours: 3 })
  await readBalance(app)
  expect((await ledgerOf(app))['unexplained']).toBe(460)
  const { division: effects } = (await look(app, admin, id, division)).json<FoundRefund>()
  expect(effects?.postings).toContainEqual({ account: 'unexplained', pence: -460 })
  expect(codeOf(await assign(app, admin, { id, division }))).toBe('done')
  expect((await ledgerOf(app))['unexplained']).toBe(0)
  await app.work()
  await expectSameBalance(app)
})

test('parts that the bank returns are owed again, each for itself, and made again', async () => {
  const app = await emptyApp()
  const { admin, id, division } = await openFound(app)
  await assign(app, admin, { id, division })
  await app.work()
  await app.sandbox.control('POST refund', { refund: id, outcome: 'failed' })
  await app.db
    .updateTable('refunds')
    .set({ checked_at: new Date(0) })
    .execute()
  const [first] = await app.db.selectFrom('refunds').select('id').execute()
  await addJob(app.db, 'check_refund', { refundId: first?.id ?? '' })
  await app.work()
  // The card is closed: a person has to look.
  const owed = { status: 'failed', provider_id: null, is_part: false }
  expect(await refundsOf(app)).toMatchObject([owed, owed])
  expect((await ledgerOf(app))['customer_payable']).toBe(-460)
  for (const { id: refundId } of await app.db.selectFrom('refunds').select('id').execute()) {
    const route = `POST /api/proxy/admin/refunds/${refundId}/retry`
    await app.call(route, { as: admin, send: { why: 'The card was replaced.' } })
  }
  await app.work()
  expect(await refundsOf(app)).toMatchObject([
    { amount_pence: 110, status: 'sent', is_part: false },
    { amount_pence: 350, status: 'sent', is_part: false },
  ])
  await readBalance(app)
  await expectSameBalance(app)
})

test('as long as nobody has said what it was for, nothing of the payment is given back in the app', async () => {
  const app = await emptyApp()
  const { admin, skye, id, charge } = await openFound(app)
  const give = (leftPence: number) =>
    giveBack(app, admin, skye, { amount: '1.10', leftPence }).then(codeOf)
  expect((await previewOf(app, admin, skye)).unassignedRefund).toBe(id)
  expect(await give(570)).toBe('refund_unassigned')
  await app.work()
  await checkCharge(app, charge)
  expect(await refundsOf(app)).toEqual([])
  expect(codeOf(await assign(app, admin, { id, division: `${skye}=4.60` }))).toBe('done')
  expect((await previewOf(app, admin, skye)).unassignedRefund).toBeNull()
  expect(await give(110)).toBe('done')
  await app.work()
  await readBalance(app)
  await expectSameBalance(app)
})

test('a second one waits for an admin as well, though it fits one sale alone by then', async () => {
  const app = await emptyApp()
  const { admin, skye, id, charge, division } = await openFound(app)
  const second = await provider(app).refunds.create({ charge, amount: 460 })
  await checkCharge(app, charge)
  expect(codeOf(await assign(app, admin, { id, division }))).toBe('done')
  await checkCharge(app, charge)
  await app.clock.move({ minutes: 11 })
  expect(await compareWithProvider(app)).toEqual([`refund_without_row: ${second.id}`])
  expect(await refundsOf(app)).toHaveLength(2)
  const rest = { id: second.id, division: `${skye}=4.60` }
  expect(codeOf(await assign(app, admin, rest))).toBe('refunded_meanwhile')
  expect(codeOf(await assign(app, admin, { ...rest, leftPence: 460 }))).toBe('done')
  await app.work()
  await readBalance(app)
  await expectSameBalance(app)
})

test('the database refuses a part of a refund that was not made, or of no line', async () => {
  const app = await emptyApp()
  const { skye, paymentId } = await openFound(app)
  const row = { id: crypto.randomUUID(), payment_id: paymentId, amount_pence: 1, is_part: true }
  const part = { ...row, cause: 'given_back', order_line_id: skye } as const
  const store = (values: typeof part & { status?: 'sent'; provider_id?: string }) =>
    app.db.insertInto('refunds').values(values).execute()
  await expect(store(part)).rejects.toThrow('refunds_are_parts_of_what_was_made')
  await store({ ...part, status: 'sent', provider_id: 're_1' })
  const again = { ...part, id: crypto.randomUUID(), status: 'sent', provider_id: 're_1' } as const
  await expect(store(again)).rejects.toThrow('refunds_made_once')
})
