// Every hour: finds what must not be true of money and of commissions (functions of the database) as far as it is new, and what
// differs from the card provider; every night: what is counted wrongly, and whether a closed day of the ledger was changed, and
// the hour's check of everything (daily-reconciliation.ts). Sales go on.

import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { CommissionSpans } from '#rules/commissions/commission-spans.ts'
import { findCounterDifferences } from '#server/counters/counter-differences.ts'
import type { Jobs } from '#server/jobs/job-names.ts'
import { closeLedgerDays, findChangedDays } from '#server/ledger/ledger-days.ts'
import { findLedgerProblems } from '#server/ledger/verified-ledger.ts'
import { throwUncompared, type Failure } from '../failures.ts'
import type { ChargeDeps } from '../payment-subjects.ts'
import { compareWithProvider } from './provider-comparison.ts'
import { findPaymentProblems, type Checked } from './payment-checks.ts'
import { asRows, renew } from './renewed-problems.ts'

export type InvariantDeps = Omit<ChargeDeps, 'log'> & {
  spans: Pick<CommissionSpans, 'preparationMinutes'>
}
type Deps = InvariantDeps
type Job = { log: FastifyBaseLogger; signal: AbortSignal }

export function invariantJobs(deps: Deps): Jobs {
  return {
    async check_invariants(_nothing, job) {
      await checkInvariants(deps, job, 'new')
    },

    async compare_with_provider(_nothing, { log, signal }) {
      const startedAt = deps.clock.now()
      const since = await startOfPeriod(deps)
      const failures: Failure[] = []
      const comparing = { ...deps, log, signal, failures }
      const differences = await compareWithProvider(comparing, since)
      const found = asRows(differences)
      const isWhole = failures.length === 0
      await renew(deps, log, { by: 'compare_with_provider', found, startedAt, isWhole })
      throwUncompared(failures)
    },

    async close_ledger_days(_nothing, job) {
      await closeAndCheckLedgerDays(deps, job)
    },

    async compare_counters(_nothing, { log }) {
      const startedAt = deps.clock.now()
      const found = asRows(await findCounterDifferences(deps.db))
      await renew(deps, log, { by: 'compare_counters', found, startedAt })
    },
  }
}

/** The ledger as far as it is not verified, and of payments what is new, or all. */
export async function checkInvariants(
  deps: Deps,
  { log, signal }: Job,
  checked: Checked,
): Promise<void> {
  const at = deps.clock.now()
  const inParts = [
    ...(await findLedgerProblems(deps.db, signal)),
    ...(await findPaymentProblems(deps.db, { at, checked, signal })),
  ]
  const preparation = sql`make_interval(mins => ${deps.spans.preparationMinutes})`
  const found = sql`
    ${asRows(inParts)}
    union all
    select * from open_money_problems(${at})
    union all
    select * from ledger_sum_problems()
    union all
    select * from reversal_problems()
    union all
    select * from commission_problems(${at}, ${preparation})
    union all
    select * from vat_problems()`
  await renew(deps, log, { by: 'check_invariants', found, startedAt: at })
}

/** Also what was changed in a day that was closed before. */
export async function closeAndCheckLedgerDays(deps: Deps, { log, signal }: Job): Promise<void> {
  const startedAt = deps.clock.now()
  const hashed = await closeLedgerDays(deps, signal)
  const changed = await findChangedDays(deps.db, { hashed, signal })
  await renew(deps, log, { by: 'close_ledger_days', found: asRows(changed), startedAt })
}

/** More than an outage of the job, and as long as anything found before is not settled. */
const comparedMs = 3 * 24 * 3_600_000

async function startOfPeriod({ db, clock }: Deps): Promise<Date> {
  const { first } = await db
    .selectFrom('found_problems')
    .select((eb) => eb.fn.min('found_at').as('first'))
    .where('found_by', '=', 'compare_with_provider')
    .executeTakeFirstOrThrow()
  return new Date(Math.min(first?.getTime() ?? Infinity, clock.now().getTime()) - comparedMs)
}
