// Monthly statements: what they say, who reads them, and that nothing changes them.

import { sql, type RawBuilder } from 'kysely'
import { expect, test } from 'vitest'
import { addJob } from '#server/jobs/add-job.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { codeOf } from '../../../tests/support/access/code-of.ts'
import { remove } from '../../../tests/support/accounts/own-data.ts'
import { giveBack, lineOf } from '../../../tests/support/money/giving-back.ts'
import { readCsv } from '../../../tests/support/sales/read-csv.ts'
import { salesFixture, sellTracks } from '../../../tests/support/sales/selling.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { createArtistWithPayouts } from '../../../tests/support/shopping.ts'
import {
  expectStatementsEqualLedger,
  makeStatements,
  papersOf,
  readStatement,
  statementsOf,
  untilStatementDay,
} from '../../../tests/support/statements/monthly-statements.ts'
import { createUser, type TestApp } from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

/** Mia buys a track of Rosa at £5.00 and one of Tom at £3.00; both transfers are sent. */
async function openMonth() {
  const { app, rosa, mia, admin } = await salesFixture(await emptyApp())
  const tom = await createArtistWithPayouts(app)
  const { trackIds } = await sellTracks(app, mia, [
    { artist: rosa, pricePence: 500, title: 'Skye' },
    { artist: tom, pricePence: 300, title: 'Tide' },
  ])
  await app.work()
  return { app, rosa, tom, mia, admin, skye: trackIds[0] ?? '' }
}

const mailsOf = async (app: TestApp) =>
  (await app.db.selectFrom('mails').select(['about', 'recipient']).execute()).filter(({ about }) =>
    about.startsWith('statement:'),
  )

test('on the second each artist gets a statement of the month, and a link to it by email', async () => {
  const { app, rosa, tom } = await openMonth()
  const month = await untilStatementDay(app)
  await makeStatements(app)
  const [paper, ...others] = await papersOf(app, rosa)
  expect(others).toEqual([])
  expect(paper).toMatchObject({ kind: 'statement', number: '1', period: month, pence: 0 })
  const statement = await readStatement(app, rosa, paper?.id ?? '')
  expect(statement).toMatchObject({
    artistName: rosa.username,
    seller: { name: 'Undersong' },
    opening: { owedPence: 0, owingPence: 0 },
    closing: { owedPence: 0, owingPence: 0 },
    sums: [
      { kind: 'sale', lines: 1, owedPence: 500, owingPence: 0 },
      { kind: 'refund', lines: 0, owedPence: 0, owingPence: 0 },
      { kind: 'netting', lines: 0, owedPence: 0, owingPence: 0 },
      { kind: 'transfer', lines: 1, owedPence: -500, owingPence: 0 },
    ],
    lines: [
      { kind: 'sale', titles: ['Skye'], reference: null, correctsNumber: null },
      { kind: 'transfer', titles: ['Skye'], reference: expect.stringMatching(/^tr_/) },
    ],
    correctedBy: [],
  })
  await expectStatementsEqualLedger(app, rosa)
  await expectStatementsEqualLedger(app, tom)
  const sent = app.emails.filter(({ subject }) => subject.startsWith('Your statement of'))
  expect(sent.map(({ to }) => to).toSorted()).toEqual([rosa.email, tom.email].toSorted())
  const ofRosa = sent.find(({ to }) => to === rosa.email)
  expect(ofRosa?.text).toContain(`http://undersong.test/statements/${paper?.id}`)
})

test('before the second, and while the ledger of the month is open, nothing is made; another run makes nothing twice', async () => {
  const { app, rosa } = await openMonth()
  await untilStatementDay(app)
  // The ledger's days are not closed.
  await addJob(app.db, 'make_statements', {})
  await app.work()
  expect(await papersOf(app, rosa)).toEqual([])
  await makeStatements(app)
  await makeStatements(app)
  expect(await papersOf(app, rosa)).toHaveLength(1)
  expect(await mailsOf(app)).toHaveLength(2)
  // The first of the next month.
  const now = app.clock.now()
  await app.clock.set(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 12)))
  await makeStatements(app)
  expect(await papersOf(app, rosa)).toHaveLength(1)
  await app.clock.move({ days: 1 })
  await makeStatements(app)
  expect(await papersOf(app, rosa)).toHaveLength(2)
})

test('a month without movements has a statement, of which nobody is emailed', async () => {
  const { app, rosa } = await openMonth()
  await untilStatementDay(app)
  await makeStatements(app)
  await untilStatementDay(app)
  await makeStatements(app)
  const [, empty] = await expectStatementsEqualLedger(app, rosa)
  expect(empty).toMatchObject({ number: 2, lineCount: 0, lines: [] })
  expect(await mailsOf(app)).toHaveLength(2)
})

test('a refund of an earlier month stands in the month in which it is booked, and names the statement that it corrects', async () => {
  const { app, rosa, tom, admin, skye } = await openMonth()
  await untilStatementDay(app)
  await makeStatements(app)
  const [before] = await statementsOf(app, rosa)
  await giveBack(app, admin, await lineOf(app, skye), { amount: '5.70', leftPence: 570 })
  await app.work()
  await untilStatementDay(app)
  await makeStatements(app)
  const [first, second] = await expectStatementsEqualLedger(app, rosa)
  expect(second?.lines).toMatchObject([
    { kind: 'refund', titles: ['Skye'], owingPence: 500, correctsNumber: 1 },
    { kind: 'reversal', titles: ['Skye'], owingPence: -500, correctsNumber: 1 },
  ])
  expect(first).toEqual({
    ...before,
    correctedBy: [{ id: second?.id, number: 2, month: second?.month }],
  })
  const [, ofTom] = await expectStatementsEqualLedger(app, tom)
  expect(ofTom?.lines).toEqual([])
})

test('what the app has learned of after the end of its month names that month’s statement', async () => {
  const { app, rosa } = await openMonth()
  await untilStatementDay(app)
  await makeStatements(app)
  const { trackIds } = await sellTracks(app, await createUser(app), [
    { artist: rosa, pricePence: 400, title: 'Late' },
  ])
  expect(trackIds).toHaveLength(1)
  await app.work()
  // The card provider moved it a month before.
  await sql`
    update balance_transactions set created_at = created_at - interval '20 days'
    where ledger_transaction_id in (
      select transaction_id from ledger_entries
      where artist_id = ${rosa.id} and amount_pence = -400 and account = 'artist_payable'
    )
  `.execute(app.db)
  await untilStatementDay(app)
  await makeStatements(app)
  const [, second] = await expectStatementsEqualLedger(app, rosa)
  expect(second?.lines.map((line) => [line.kind, line.correctsNumber])).toEqual([
    ['sale', 1],
    ['transfer', null],
  ])
})

test('an artist reads only the own papers, an admin those of all, also of a deleted account', async () => {
  const { app, rosa, tom, admin } = await openMonth()
  await untilStatementDay(app)
  await makeStatements(app)
  const [[ofRosa], [ofTom]] = [await papersOf(app, rosa), await papersOf(app, tom)]
  expect(ofRosa?.id).not.toBe(ofTom?.id)
  for (const route of [
    `GET /api/statements/${ofRosa?.id}`,
    `GET /api/statements/${ofRosa?.id}/csv`,
  ]) {
    expect(codeOf(await app.call(route, { as: rosa }))).toBe('done')
    expect(codeOf(await app.call(route, { as: tom }))).toBe('not_found')
    expect(codeOf(await app.call(route))).toBe('login_required')
    expect(codeOf(await app.call(route, { as: admin }))).toBe('done')
  }
  const name = rosa.username
  expect(codeOf(await remove(app, rosa))).toBe('done')
  const listed = await app.call(`GET /api/proxy/admin/users/${rosa.id}/papers`, { as: admin })
  expect(listed.json()).toMatchObject({ papers: [ofRosa] })
  expect(await readStatement(app, admin, ofRosa?.id ?? '')).toMatchObject({ artistName: name })
  // Nothing moves any more: there is no further one.
  await untilStatementDay(app)
  await makeStatements(app)
  const later = await app.call(`GET /api/proxy/admin/users/${rosa.id}/papers`, { as: admin })
  expect(later.json()).toMatchObject({ papers: [ofRosa] })
})

test('a statement is never changed, nor added to, and none is made that does not go on from the one before', async () => {
  const { app, rosa } = await openMonth()
  await untilStatementDay(app)
  await makeStatements(app)
  const [paper] = await papersOf(app, rosa)
  const refuse = (statement: RawBuilder<unknown>, message: string | RegExp) =>
    expect(statement.execute(app.db)).rejects.toThrow(message)
  for (const table of ['statements', 'statement_lines', 'statement_bank_payouts']) {
    await refuse(sql`delete from ${sql.table(table)}`, 'a statement is never changed')
    await refuse(sql`truncate ${sql.table(table)} cascade`, 'a statement is never changed')
  }
  await refuse(sql`update statements set closing_owed_pence = 1`, 'a statement is never changed')
  await refuse(sql`update statement_lines set owed_pence = 1`, 'a statement is never changed')
  await refuse(
    sql`
      insert into statement_lines
      select month, artist_id, (select max(id) from ledger_transactions), payment_id, kind, titles, reference, booked_at,
        occurred_at, corrects_number, owed_pence, owing_pence
      from statement_lines where artist_id = ${rosa.id} limit 1`,
    /the statement of .* is made/,
  )
  await refuse(
    sql`
      insert into statement_bank_payouts (bank_payout_id, is_return, statement_id, pence, occurred_at)
      values ('po_1', false, ${paper?.id}, 1, now())`,
    /the statement .* is made/,
  )
  await sql`
    insert into statement_months (month, collected_until)
    select max(month) + interval '1 month', now() from statement_months
  `.execute(app.db)
  const next = (number: number, opening: number) => sql`
    insert into statements (id, artist_id, number, month, artist_name, seller_name, seller_address, from_at, until_at,
      opening_owed_pence, opening_owing_pence, closing_owed_pence, closing_owing_pence, line_count, made_at)
    select gen_random_uuid(), artist_id, ${number}, (select max(month) from statement_months), artist_name, seller_name,
      seller_address, until_at, until_at + interval '1 day', ${opening}, 0, 0, 0, 0, now()
    from statements where id = ${paper?.id}`
  await refuse(next(2, 1), 'statements_go_on')
  await refuse(next(3, 0), 'statements_go_on')
  await refuse(next(1, 0), 'statements_are_numbered')
  await next(2, 0).execute(app.db)
})

test('a title that a spreadsheet would run as a formula is a text in the file', async () => {
  const { app, rosa, mia } = await salesFixture(await emptyApp())
  await sellTracks(app, mia, [{ artist: rosa, pricePence: 500, title: '=HYPERLINK("x")' }])
  await app.work()
  await untilStatementDay(app)
  await makeStatements(app)
  const [paper] = await papersOf(app, rosa)
  const file = await app.call(`GET /api/statements/${paper?.id}/csv`, { as: rosa })
  expect(file.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': `attachment; filename="Undersong statement 1 ${paper?.period}.csv"`,
    'cache-control': 'private, no-store',
  })
  expect(readCsv(file.body)[2]?.[3]).toBe(`'=HYPERLINK("x")`)
})

test('an admin without a second factor reads no papers', async () => {
  const { app, rosa } = await openMonth()
  await untilStatementDay(app)
  await makeStatements(app)
  const [paper] = await papersOf(app, rosa)
  const admin = await createAdmin(app)
  await app.db
    .updateTable('users')
    .set({ two_factor_enabled: false })
    .where('id', '=', admin.id)
    .execute()
  for (const route of [
    `GET /api/statements/${paper?.id}`,
    `GET /api/proxy/admin/users/${rosa.id}/papers`,
  ])
    expect(codeOf(await app.call(route, { as: admin }))).toBe('two_factor_required')
})
