// Who has made a statement, as it is shown on it: frozen when it is made.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withoutTriggers } from '../../../tests/support/money/reconciling.ts'
import {
  makeStatements,
  statementsOf,
  untilStatementDay,
} from '../../../tests/support/statements/monthly-statements.ts'
import { createTransferred } from '../../../tests/support/money/reversing.ts'
import { createTestApp } from '../../../tests/support/test-app.ts'

test('a statement names the seller as it was called when it was made; one from before that was stored, as it is called now', async () => {
  const first = { name: 'Undersong', address: ['1 Green Lane'], vatNumber: null }
  const moved = { name: 'Undersong Ltd', address: ['2 Mill Road', 'York'], vatNumber: 'GB1' }
  // What is assigned to it is a start with other variables.
  const seller = { ...first }
  await using app = await createTestApp({ seller })
  const { artist: rosa } = await createTransferred(app)
  await untilStatementDay(app)
  await makeStatements(app)
  Object.assign(seller, moved)
  await untilStatementDay(app)
  await makeStatements(app)
  const sellersOf = async () => (await statementsOf(app, rosa)).map((statement) => statement.seller)
  expect(await sellersOf()).toEqual([first, moved])
  // As the upgrade has left the first one.
  await withoutTriggers(
    app,
    sql`update statements set seller_name = null, seller_address = null where number = 1`,
  )
  expect(await sellersOf()).toEqual([moved, moved])
})
