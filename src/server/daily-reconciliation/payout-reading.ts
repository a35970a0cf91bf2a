// Reads payouts to banks at the card provider: those of the platform that have changed, and those of each artist's account, in
// the order of its ids. What no event has told of is recorded as its event would be.

import { bankPayoutStates } from '#rules/payments/bank-payout-process.ts'
import { platformPayoutStates } from '#rules/payments/platform-payout-process.ts'
import { inTransaction } from '#server/clock-and-failpoints/failpoints.ts'
import type { Db } from '#server/db/client.ts'
import type { BankPayout } from '#server/gateways/payments/bank-payouts.ts'
import type { ProviderRecord } from '#server/gateways/payments/provider-lists.ts'
import { goOnAfter, type Failure } from '#server/payments/failures.ts'
import type { ComparingDeps } from '#server/payments/reconciliation/comparison.ts'
import { recordArtistPayout, type ArtistAccount } from '#server/payouts/artist-payouts.ts'
import { checkPlatformPayout } from '#server/payouts/platform-payouts.ts'
import { storeRecords } from './listed-records.ts'
import type { JobRun, ReconciliationRun } from './reconciliation-runs.ts'
import { storeFailures } from './uncompared.ts'

/** @param payouts of the platform, a page of them */
export async function checkChangedPayouts(
  deps: ComparingDeps,
  payouts: readonly ProviderRecord[],
): Promise<void> {
  if (payouts.length === 0) return
  const rows = await deps.db
    .selectFrom('platform_payouts')
    .select(['provider_id', 'status'])
    .where(
      'provider_id',
      'in',
      payouts.map(({ id }) => id),
    )
    .execute()
  const known = new Map<string | null, string>(rows.map((row) => [row.provider_id, row.status]))
  for (const { id, state } of payouts) {
    deps.signal.throwIfAborted()
    if (means(platformPayoutStates, state, known.get(id))) continue
    await goOnAfter(deps.failures, id, async () => {
      await checkPlatformPayout(deps, id)
      return true
    })
  }
}

function means(
  statuses: Record<string, readonly string[]>,
  state: string | null,
  status: string | undefined,
): boolean {
  return status !== undefined && statuses[state ?? '']?.includes(status) === true
}

const accountsOfPage = 100
const accountsAtOnce = 4

/** An account that fails is a difference, and does not stop the others. @throws PaymentUnknown */
export async function readBankPayouts(
  deps: Omit<ComparingDeps, 'log' | 'signal' | 'failures'>,
  run: ReconciliationRun,
  job: JobRun,
): Promise<void> {
  let accounts: ArtistAccount[]
  do {
    accounts = await findUnreadAccounts(deps.db, run)
    await readAccounts(deps, { run, accounts, job })
  } while (accounts.length === accountsOfPage)
}

async function findUnreadAccounts(db: Db, { id }: ReconciliationRun): Promise<ArtistAccount[]> {
  const rows = await db
    .selectFrom('payment_accounts')
    .innerJoin('reconciliation_runs as runs', (join) => join.on('runs.id', '=', id))
    .select(['user_id', 'provider_account_id'])
    .where((eb) =>
      eb.or([
        eb('runs.accounts_until', 'is', null),
        eb('provider_account_id', '>', eb.ref('runs.accounts_until')),
      ]),
    )
    .orderBy('provider_account_id')
    .limit(accountsOfPage)
    .execute()
  return rows.map((row) => ({ artistId: row.user_id, accountId: row.provider_account_id }))
}

type Reading = { run: ReconciliationRun; accounts: readonly ArtistAccount[]; job: JobRun }

async function readAccounts(
  deps: Parameters<typeof readBankPayouts>[0],
  { run, accounts, job }: Reading,
): Promise<void> {
  const last = accounts.at(-1)
  if (!last) return
  const failures: Failure[] = []
  const comparing = { ...deps, ...job, failures }
  const records: ProviderRecord[] = []
  for (let at = 0; at < accounts.length; at += accountsAtOnce) {
    job.signal.throwIfAborted()
    const some = accounts.slice(at, at + accountsAtOnce)
    const read = await Promise.all(some.map((account) => listPayouts(comparing, run, account)))
    for (const { account, payouts } of read) {
      await recordChanged(comparing, account, payouts)
      records.push(...payouts.map(asRecord))
    }
  }
  await inTransaction(deps, 'reconcile.accounts', async (tx) => {
    await storeRecords(tx, run, 'bank_payouts', records)
    await storeFailures(tx, run, { list: 'bank_payouts', since: run.since, failures }, job)
    await tx
      .updateTable('reconciliation_runs')
      .set({ accounts_until: last.accountId })
      .where('id', '=', run.id)
      .execute()
  })
}

/** None of an account that fails. */
async function listPayouts(
  { payments, failures }: ComparingDeps,
  { since, until }: ReconciliationRun,
  account: ArtistAccount,
) {
  const payouts: BankPayout[] = []
  const { accountId } = account
  await goOnAfter(failures, accountId, async () => {
    const listed = await payments.listPayouts({ accountId, since })
    payouts.push(...listed.filter(({ createdAt }) => createdAt < until))
    return true
  })
  return { account, payouts }
}

async function recordChanged(
  deps: ComparingDeps,
  account: ArtistAccount,
  payouts: readonly BankPayout[],
): Promise<void> {
  if (payouts.length === 0) return
  const rows = await deps.db
    .selectFrom('bank_payouts')
    .select(['id', 'status'])
    .where(
      'id',
      'in',
      payouts.map(({ payoutId }) => payoutId),
    )
    .execute()
  const known = new Map<string, string>(rows.map((row) => [row.id, row.status]))
  // The earliest first: the later ones may contain what came back by them.
  for (const payout of payouts.toReversed()) {
    if (means(bankPayoutStates, payout.state, known.get(payout.payoutId))) continue
    await goOnAfter(deps.failures, payout.payoutId, async () => {
      await recordArtistPayout(deps, account, payout)
      return true
    })
  }
}

function asRecord({ payoutId: id, pence, createdAt: madeAt, state }: BankPayout): ProviderRecord {
  return { id, pence, feePence: 0, madeAt, state }
}
