// What must be true once a day is closed: nothing differs and nothing is unexplained, the ledger has what the card provider
// has, account by account, and nobody waits for money. One sentence for each problem.

import { sql } from 'kysely'
import { isBankDeciding } from '#server/payments/disputed-payments.ts'
import { factOfLostDispute } from '#server/ledger/dispute-postings.ts'
import { ledgerOf } from '../../shopping.ts'
import type { TestApp } from '../../test-app.ts'
import { moneyProblems } from '../money-problems.ts'
import { sum } from '../money-records.ts'

type Compared = Pick<TestApp, 'db' | 'sandbox' | 'clock'>

/** Each compares something else. Artists' statements are compared once their month has ended (`papers.ts`). */
const comparisons: ((app: Compared) => Promise<string[]>)[] = [
  moneyProblems,
  openDifferences,
  unexplainedMovements,
  otherBalances,
  otherArtistBalances,
  otherDisputes,
  openDays,
  changedDays,
  waitingMoney,
  foundProblems,
]

export async function closedDayProblems(app: Compared): Promise<string[]> {
  const found: string[] = []
  for (const compare of comparisons) found.push(...(await compare(app)))
  return found
}

async function openDifferences({ db }: Compared): Promise<string[]> {
  const rows = await db
    .selectFrom('reconciliation_differences')
    .select(['kind', 'subject', 'ours_pence', 'theirs_pence'])
    .where('status', '=', 'open')
    .execute()
  return rows.map(
    ({ kind, subject, ours_pence: ours, theirs_pence: theirs }) =>
      `difference ${kind}: ${subject}, ours ${ours}, theirs ${theirs}`,
  )
}

async function unexplainedMovements({ db }: Compared): Promise<string[]> {
  const rows = await db
    .selectFrom('unexplained_transactions')
    .select('balance_transaction_id')
    .where('explained_at', 'is', null)
    .execute()
  const { unexplained = 0 } = await ledgerOf({ db })
  return [
    ...rows.map(({ balance_transaction_id: id }) => `${id} is unexplained`),
    ...(unexplained === 0 ? [] : [`unexplained is ${unexplained}`]),
  ]
}

type Balance = { availablePence: number; pendingPence: number }
type Snapshot = {
  balances: Record<string, Balance>
  objects: {
    transfer_reversal: { id: string; transfer: string; amount: number }[]
    dispute: { id: string; amount: number }[]
  }
}

const snapshotOf = async ({ sandbox }: Compared) =>
  (await sandbox.control('GET snapshot')) as Snapshot

/** Of the platform. */
async function otherBalances(app: Compared): Promise<string[]> {
  const { balances } = await snapshotOf(app)
  const { stripe_available = 0, stripe_pending = 0 } = await ledgerOf(app)
  const { availablePence = 0, pendingPence = 0 } = balances['platform'] ?? {}
  return different([
    ['stripe_available', stripe_available, availablePence],
    ['stripe_pending', stripe_pending, pendingPence],
  ])
}

/** Of each artist's account: what was sent there, less what was taken back and what has left for the bank. */
async function otherArtistBalances(app: Compared): Promise<string[]> {
  const { balances, objects } = await snapshotOf(app)
  const { rows } = await sql<{ account: string; pence: number }>`
    select provider_account_id as account, (
      coalesce((
        select sum(payable_pence) from transfers where artist_id = user_id and status = 'sent'
      ), 0) - coalesce((
        select sum(amount_pence) from reversals where artist_id = user_id and status = 'sent'
      ), 0) - coalesce((
        select sum(amount_pence) from bank_payouts where artist_id = user_id and status in ('on_its_way', 'paid')
      ), 0)
    )::int as pence
    from payment_accounts
  `.execute(app.db)
  const transfers = await app.db
    .selectFrom('transfers')
    .innerJoin('payment_accounts', 'user_id', 'artist_id')
    .select(['provider_id', 'provider_account_id'])
    .execute()
  const reversals = await app.db.selectFrom('reversals').select('provider_id').execute()
  // What a person has settled there has no row.
  const byHand = (account: string) =>
    sum(
      objects.transfer_reversal
        .filter(({ id }) => !reversals.some((row) => row.provider_id === id))
        .filter(({ transfer }) =>
          transfers.some(
            (row) => row.provider_id === transfer && row.provider_account_id === account,
          ),
        )
        .map(({ amount }) => amount),
    )
  return different(
    rows.map(({ account, pence }) => {
      const { availablePence = 0, pendingPence = 0 } = balances[account] ?? {}
      return [account, pence - byHand(account), availablePence + pendingPence]
    }),
  )
}

function different(compared: [account: string, ours: number, theirs: number][]): string[] {
  return compared
    .filter(([, ours, theirs]) => ours !== theirs)
    .map(([account, ours, theirs]) => `${account} is ${ours} instead of ${theirs}`)
}

/** Each is the provider's, and what was lost by it is booked. */
async function otherDisputes(app: Compared): Promise<string[]> {
  const { objects } = await snapshotOf(app)
  const rows = await app.db.selectFrom('bank_disputes').selectAll().execute()
  const lost = rows.filter(({ status }) => status === 'lost')
  const booked = await app.db
    .selectFrom('ledger_transactions')
    .innerJoin('ledger_entries', 'transaction_id', 'ledger_transactions.id')
    .select(['fact', 'amount_pence'])
    .where('account', '=', 'losses')
    .execute()
  const bookedPence = (id: string) =>
    sum(booked.filter(({ fact }) => fact === factOfLostDispute(id)).map((row) => row.amount_pence))
  return different([
    ...objects.dispute.map(({ id, amount }): [string, number, number] => [
      `dispute ${id}`,
      rows.find((row) => row.provider_id === id)?.amount_pence ?? 0,
      amount,
    ]),
    ...lost.map(({ id, lost_pence: pence }): [string, number, number] => [
      `the loss of ${id}`,
      pence ?? 0,
      bookedPence(id),
    ]),
  ])
}

/** Every day that has ended is closed. */
async function openDays({ db, clock }: Compared): Promise<string[]> {
  const { rows } = await sql<{ day: string | null }>`
    select max(day)::text as day from reconciled_days
  `.execute(db)
  const yesterday = new Date(clock.now().getTime() - 24 * 3_600_000).toISOString().slice(0, 10)
  const day = rows[0]?.day
  return day === yesterday ? [] : [`the last closed day is ${day}, not ${yesterday}`]
}

/** None was changed after it was closed. */
async function changedDays({ db }: Compared): Promise<string[]> {
  const { rows } = await sql<{ kind: string; subject: string }>`
    select kind, subject from reconciled_days cross join lateral reconciled_day_problems(day)
  `.execute(db)
  return rows.map(({ kind, subject }) => `${kind}: ${subject}`)
}

/** What waits for a bank's decision may wait; nothing else does. */
async function waitingMoney({ db }: Compared): Promise<string[]> {
  const { rows } = await sql<{ sentence: string }>`
    select 'transfer ' || id || ' waits: ' || coalesce(last_problem, '') as sentence from transfers
    where status in ('waiting', 'blocked') and not ${isBankDeciding(sql.ref('transfers.payment_id'))}
    union all
    select 'refund ' || id || ' waits: ' || coalesce(last_problem, '') from refunds where status = 'waiting'
    union all
    select 'reversal ' || reversals.id || ' waits: ' || coalesce(reversals.last_problem, '') from reversals
    join transfers on transfers.id = transfer_id
    where reversals.status = 'waiting' and not ${isBankDeciding(sql.ref('transfers.payment_id'))}
    union all
    select 'payout ' || id || ' waits: ' || coalesce(last_problem, '') from platform_payouts where status = 'waiting'
  `.execute(db)
  return rows.map(({ sentence }) => sentence)
}

/** Of the hourly checks, for as long as they have them: they stop transfers. */
async function foundProblems({ db }: Compared): Promise<string[]> {
  const rows = await db.selectFrom('found_problems').select(['kind', 'subject']).execute()
  return rows.map(({ kind, subject }) => `found ${kind}: ${subject}`)
}
