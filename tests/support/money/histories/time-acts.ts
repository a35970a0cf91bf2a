// Of random histories: time passes, and the jobs that run by the clock do their work.

import fc from 'fast-check'
import { addJob } from '#server/jobs/add-job.ts'
import type { JobName } from '#server/jobs/job-names.ts'
import { act, type Acts } from './act.ts'
import { moveTo, runJobs, type Market } from './market.ts'

const dayMs = 24 * 3_600_000

/** In the order of an hour. */
const hourly = [
  'reconcile_payments',
  'close_unavailable_checkouts',
  'apply_commission_deadlines',
  'read_balance_transactions',
  'compare_with_provider',
] as const satisfies JobName[]

const nightly = [
  'compare_accounts',
  'reconcile_days',
  'check_blocked_accounts',
  'tell_of_old_debts',
] as const satisfies JobName[]

/** Of each month, with the fees that the provider has taken for it. */
const monthly = ['make_statements', 'renew_artist_months'] as const satisfies JobName[]

/** More empty days would be closed for nothing. */
const maxDaysPassed = 5

export const timeActs: Acts = {
  work: act(6, fc.constant({}), ({ app }) => runJobs(app)),
  retry: act(3, fc.constant({}), async ({ app }) => {
    await app.letTimePass()
    await runJobs(app)
  }),
  hours: act(4, fc.record({ hours: fc.integer({ min: 1, max: 30 }) }), (market, { hours }) =>
    passHours(market, hours),
  ),
  night: act(2, fc.constant({}), (market) => passNight(market)),
  month: act(2, fc.constant({}), passMonth),
  // The operator takes all that is available in the provider's dashboard, also what is owed.
  emptyPlatform: act(1, fc.constant({}), ({ app }) => app.sandbox.control('POST payout', {})),
}

/** At its end runs what would have run each hour. */
export async function passHours(market: Market, hours: number): Promise<void> {
  await market.app.clock.move({ hours })
  await run(market, hourly)
}

/** Until some minutes after 04:00 of the next day. */
export async function passNight(market: Market): Promise<void> {
  const now = market.app.clock.now()
  const night = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1, 4, 5)
  await moveTo(market.app, new Date(night))
  await run(market, [...hourly, ...nightly])
}

/** Until the second of the next month, at the hour of the statements. Nothing if the end of this one is far. */
async function passMonth(market: Market): Promise<void> {
  const now = market.app.clock.now()
  const second = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 2, 5, 45)
  if (second - now.getTime() > maxDaysPassed * dayMs) return
  await moveTo(market.app, new Date(second))
  await run(market, [...hourly, ...nightly])
  await run(market, monthly)
}

async function run({ app }: Market, names: readonly JobName[]): Promise<void> {
  await app.letTimePass()
  for (const name of names) await addJob(app.db, name, {}, { key: name })
  await runJobs(app)
}
