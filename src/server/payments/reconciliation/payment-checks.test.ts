// The hour looks at what is new and at what was found, the night at everything.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addJob } from '#server/jobs/add-job.ts'
import {
  createTradingDay,
  reconcile,
  untilNight,
} from '../../../../tests/support/money/reconciling.ts'
import { emptiedTestApp } from '../../../../tests/support/shared-app.ts'
import type { TestApp } from '../../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

async function foundBy(app: TestApp): Promise<string[]> {
  const found = await app.db
    .selectFrom('found_problems')
    .select('kind')
    .where('found_by', '=', 'check_invariants')
    .orderBy('kind')
    .execute()
  return found.map(({ kind }) => kind)
}

async function hour(app: TestApp): Promise<string[]> {
  await addJob(app.db, 'check_invariants', {})
  await app.work()
  return foundBy(app)
}

test.each([
  [
    'of a payment',
    (by: number) =>
      sql`update payments set transferred_pence = transferred_pence - ${by}::int where transferred_pence > 1`,
    'owed_sums_differ',
  ],
  [
    'of an artist',
    (by: number) => sql`update sale_sums set sales = sales + ${by}::int where sales <> 0`,
    'sale_sums_differ',
  ],
])(
  'what is wrong %s is found by the hour while it is new, by the night when it is old, and then by each hour until it is right',
  async (_what, change, kind) => {
    const app = await emptyApp()
    await createTradingDay(app)
    await change(1).execute(app.db)
    expect(await hour(app)).toContain(kind)
    await change(-1).execute(app.db)
    expect(await hour(app)).toEqual([])

    await app.clock.move({ days: 5 })
    await change(1).execute(app.db)
    expect(await hour(app)).toEqual([])
    await untilNight(app)
    await reconcile(app)
    expect(await foundBy(app)).toContain(kind)
    expect(await hour(app)).toContain(kind)
    await change(-1).execute(app.db)
    expect(await hour(app)).toEqual([])
  },
)
