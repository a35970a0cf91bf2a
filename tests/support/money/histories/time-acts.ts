// Of random histories: time passes, and the jobs that run by the clock do their work.

import fc from 'fast-check'
import { addJob } from '#server/jobs/add-job.ts'
import type { JobName } from '#server/jobs/job-names.ts'
import { act, type Acts } from './act.ts'
import type { Market } from './market.ts'

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

export const timeActs: Acts = {
  work: act(6, fc.constant({}), ({ app }) => app.work()),
  retry: act(3, fc.constant({}), async ({ app }) => {
    await app.letTimePass()
    await app.work()
  }),
  hours: act(4, fc.record({ hours: fc.integer({ min: 1, max: 30 }) }), (market, { hours }) =>
    passHours(market, hours),
  ),
  night: act(2, fc.constant({}), (market) => passNight(market)),
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
  const { clock } = market.app
  const now = clock.now()
  const night = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1, 4, 5)
  await clock.move({ seconds: Math.ceil((night - now.getTime()) / 1000) })
  await run(market, [...hourly, ...nightly])
}

async function run({ app }: Market, names: readonly JobName[]): Promise<void> {
  await app.letTimePass()
  for (const name of names) await addJob(app.db, name, {}, { key: name })
  await app.work()
}
