// The statements of lists, of one commission and of admins' rooms, for those who have the most commissions.

import type pg from 'pg'
import { commissionSpans } from '../../src/rules/commissions/commission-spans.ts'
import { systemClock } from '../../src/server/clock-and-failpoints/clock.ts'
import { findCommissions } from '../../src/server/commissions/commission-queries.ts'
import { findAllCommissions } from '../../src/server/commissions/judging/all-commissions.ts'
import { findDisputes } from '../../src/server/commissions/judging/all-disputes.ts'
import { readCommission } from '../../src/server/commissions/reading/read-commission.ts'
import type { Db } from '../../src/server/db/client.ts'
import { explainQueries, recordQueries } from './explained-queries.ts'
import { adminGoalMs, ownGoalMs, type Readers } from './readers.ts'

export async function explainReads(pool: pg.Pool, { parties }: Readers): Promise<void> {
  const explain = async (name: string, goalMs: number, work: (db: Db) => Promise<unknown>) =>
    explainQueries(pool, { name, goalMs, queries: await recordQueries(pool, work) })
  const deps = { clock: systemClock, spans: commissionSpans }
  for (const as of ['customer', 'artist'] as const) {
    const busiest = parties.find((party) => party.as === as)
    if (!busiest) throw new Error(`No ${as} has a commission.`)
    const { id: userId, commissionIds } = busiest
    await explain(`${commissionIds.length} own as ${as}`, ownGoalMs, (db) =>
      findCommissions({ db, ...deps }, { userId, as, page: 1 }),
    )
    const user = { id: userId, mayAdminister: false }
    await explain(`one as ${as}`, ownGoalMs, (db) =>
      readCommission({ db, ...deps }, commissionIds[0] ?? '', user),
    )
  }
  for (const search of searches)
    await explain(`admin ${JSON.stringify(search)}`, adminGoalMs, (db) =>
      findAllCommissions(db, { page: 1, ...search }, systemClock.now()),
    )
  for (const state of ['open', 'resolved'] as const)
    await explain(`admin, disputes that are ${state}`, adminGoalMs, (db) =>
      findDisputes(db, { state, page: 1 }),
    )
}

const searches = [
  {},
  { page: 20 },
  { state: 'completed' },
  { age: '30' },
  { query: 'river' },
  { mark: 'frozen' },
  { mark: 'disputed' },
  { mark: 'transfer_failed' },
] as const
