// Compares artists' accounts with the card provider: whether they can be paid, when their banks are paid, which is set again
// where it differs, and what became of their bank payouts, in case an event was lost. Once a day, and at once where the
// operator has changed the setting.

import type { FastifyBaseLogger } from 'fastify'
import {
  isSameSchedule,
  payoutScheduleKey,
  type PayoutSchedule,
} from '#rules/payments/payout-schedule.ts'
import type { Db } from '#server/db/client.ts'
import { tryEach } from '#server/jobs/try-each.ts'
import { refreshAccount } from '#server/payments/accounts/payment-accounts.ts'
import { providerOutage } from '#server/payments/provider-errors.ts'
import {
  payoutReturnMs,
  recordArtistPayout,
  type ArtistAccount,
  type PayoutDeps,
} from './artist-payouts.ts'

export type ComparisonDeps = PayoutDeps & { payoutSchedule: PayoutSchedule }
type Run = { log: FastifyBaseLogger; signal: AbortSignal }

/** Less than a day, so that a run that begins a little earlier than the one before compares all accounts. */
const comparedMs = 20 * 3_600_000
const batchSize = 100

type Account = ArtistAccount & { schedule: string | null; comparedAt: Date | null }

/**
 * One that fails does not stop the others. An account that was compared is not due any more, so that a run that was
 * interrupted goes on where it ended.
 */
export async function compareAccounts(deps: ComparisonDeps, run: Run): Promise<void> {
  await tryEach(dueAccounts(deps), run, {
    work: (account) => compareAccount(deps, account, run.log),
    failure: 'an account was not compared',
    ids: ({ artistId: artist, accountId: account }) => ({ artist, account }),
    outage: providerOutage,
  })
}

async function* dueAccounts(deps: ComparisonDeps): AsyncGenerator<Account> {
  let after: string | null = null
  for (;;) {
    const accounts: Account[] = await findDueAccounts(deps, after)
    yield* accounts
    after = accounts.at(-1)?.artistId ?? null
    if (accounts.length < batchSize) return
  }
}

async function findDueAccounts(
  { db, clock, payoutSchedule }: ComparisonDeps,
  after: string | null,
): Promise<Account[]> {
  const comparedBefore = new Date(clock.now().getTime() - comparedMs)
  const rows = await accountsOf(db)
    .where((eb) =>
      eb.or([
        eb('compared_at', 'is', null),
        eb('compared_at', '<', comparedBefore),
        eb('payout_schedule', 'is distinct from', payoutScheduleKey(payoutSchedule)),
      ]),
    )
    .$if(after !== null, (accounts) => accounts.where('user_id', '>', after))
    .orderBy('user_id')
    .limit(batchSize)
    .execute()
  return rows.map(asAccount)
}

/** One account, right after it was opened or can be paid. */
export async function compareOne(
  deps: ComparisonDeps,
  accountId: string,
  log: FastifyBaseLogger,
): Promise<void> {
  const row = await accountsOf(deps.db)
    .where('provider_account_id', '=', accountId)
    .executeTakeFirst()
  if (row) await compareAccount(deps, asAccount(row), log)
}

function accountsOf(db: Db) {
  return db
    .selectFrom('payment_accounts')
    .select(['user_id', 'provider_account_id', 'payout_schedule', 'compared_at'])
}

function asAccount(
  row: Awaited<ReturnType<ReturnType<typeof accountsOf>['executeTakeFirstOrThrow']>>,
): Account {
  return {
    artistId: row.user_id,
    accountId: row.provider_account_id,
    schedule: row.payout_schedule,
    comparedAt: row.compared_at,
  }
}

async function compareAccount(
  deps: ComparisonDeps,
  account: Account,
  log: FastifyBaseLogger,
): Promise<void> {
  const { db, payments, clock, payoutSchedule } = deps
  const { artistId, accountId, comparedAt } = account
  const now = clock.now()
  await refreshAccount(deps, accountId)
  await alignSchedule(deps, account, log)
  const since = comparedAt === null ? null : new Date(comparedAt.getTime() - payoutReturnMs)
  const payouts = await payments.listPayouts({ accountId, since })
  // The earliest first: the later ones may contain what came back by them.
  for (const payout of payouts.toReversed()) await recordArtistPayout(deps, account, payout)
  await db
    .updateTable('payment_accounts')
    .set({ payout_schedule: payoutScheduleKey(payoutSchedule), compared_at: now })
    .where('user_id', '=', artistId)
    .execute()
}

async function alignSchedule(
  { payments, payoutSchedule }: ComparisonDeps,
  { artistId: artist, accountId, schedule }: Account,
  log: FastifyBaseLogger,
): Promise<void> {
  const found = await payments.readPayoutSchedule(accountId)
  if (found !== null && isSameSchedule(found, payoutSchedule)) return
  if (schedule === payoutScheduleKey(payoutSchedule)) {
    log.warn(
      { artist, account: accountId, found },
      'when a bank is paid was changed at the provider',
    )
  }
  await payments.setPayoutSchedule(accountId, payoutSchedule)
}
