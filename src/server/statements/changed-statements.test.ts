// A statement that somebody has changed past the triggers, or whose ledger was.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  differencesOf,
  reconcile,
  untilNight,
  withoutTriggers,
} from '../../../tests/support/money/reconciling.ts'
import { salesFixture, sellTracks } from '../../../tests/support/sales/selling.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { createArtistWithPayouts } from '../../../tests/support/shopping.ts'
import {
  makeStatements,
  statementProblems,
  untilStatementDay,
} from '../../../tests/support/statements/monthly-statements.ts'

const emptyApp = emptiedTestApp()

test('a penny that somebody changes in the ledger or in a statement is found by the next run, and is a difference of the night', async () => {
  const { app, rosa, mia } = await salesFixture(await emptyApp())
  const tom = await createArtistWithPayouts(app)
  await sellTracks(app, mia, [
    { artist: rosa, pricePence: 500, title: 'Skye' },
    { artist: tom, pricePence: 300, title: 'Tide' },
  ])
  await app.work()
  const month = await untilStatementDay(app)
  await makeStatements(app)
  expect(await statementProblems(app)).toEqual([])
  await withoutTriggers(
    app,
    sql`update statements set closing_owed_pence = closing_owed_pence + 1 where artist_id = ${rosa.id}`,
  )
  await withoutTriggers(
    app,
    sql`update statement_lines set owing_pence = owing_pence + 1 where artist_id = ${tom.id} and kind = 'sale'`,
  )
  await makeStatements(app)
  const found = app.db.selectFrom('found_problems').select(['kind', 'subject', 'found_by'])
  expect(await found.where('found_by', '=', 'make_statements').orderBy('kind').execute()).toEqual([
    {
      kind: 'statement_differs',
      subject: `${rosa.id} ${month}-01`,
      found_by: 'make_statements',
    },
    {
      kind: 'statement_lines_differ',
      subject: expect.stringContaining(`${month}-01`),
      found_by: 'make_statements',
    },
    {
      kind: 'statement_lines_differ',
      subject: expect.stringContaining(`${month}-01`),
      found_by: 'make_statements',
    },
  ])
  await untilNight(app)
  await reconcile(app)
  const differences = await differencesOf(app)
  // Of Rosa the closing is a penny too much, of Tom the line.
  expect(
    differences.map(({ kind, subject, ours, theirs }) => [
      kind,
      subject.split(' ')[0],
      Number(ours) - Number(theirs),
    ]),
  ).toEqual([
    ['statement_differs', rosa.id, 1],
    ...[
      ['statement_lines_differ', rosa.id, 1],
      ['statement_lines_differ', tom.id, -1],
    ].toSorted(([, one], [, other]) => (String(one) < String(other) ? -1 : 1)),
  ])
})
