// Compares payouts to banks with the card provider: the platform's own, and those of artists' accounts.

import { sql } from 'kysely'
import { bankPayoutStates } from '#rules/payments/bank-payout-process.ts'
import { platformPayoutStates } from '#rules/payments/platform-payout-process.ts'
import { isStatusOf, listed, type Comparison, type StoredList } from './listed-records.ts'

type Run = Parameters<Comparison>[0]

type Compared = {
  list: StoredList
  table: string
  /** The column that has the provider's id. */
  key: string
  /** Of its differences. */
  name: 'platform_payout' | 'bank_payout'
  statuses: Record<string, readonly string[]>
}

const platformPayouts: Compared = {
  list: 'payouts',
  table: 'platform_payouts',
  key: 'provider_id',
  name: 'platform_payout',
  statuses: platformPayoutStates,
}
const bankPayouts: Compared = {
  list: 'bank_payouts',
  table: 'bank_payouts',
  key: 'id',
  name: 'bank_payout',
  statuses: bankPayoutStates,
}

export const payoutComparisons: Comparison[] = [
  otherMovements,
  otherAmounts(platformPayouts),
  otherStates(platformPayouts),
  missingPlatformPayouts,
  otherAmounts(bankPayouts),
  otherStates(bankPayouts),
  missingBankPayouts,
]

function otherMovements(run: Run) {
  return sql`
    select
      case when moved.id is null then 'payout_unbooked' else 'payout_differs' end as kind,
      theirs.id as subject,
      null::uuid as payment_id,
      -moved.amount_pence as ours,
      theirs.amount_pence as theirs,
      theirs.made_at as occurred_at
    from ${listed(run, 'payouts')} as theirs
    left join balance_transactions as moved on moved.source_id = theirs.id and moved.type = 'payout'
    where theirs.amount_pence is distinct from -moved.amount_pence`
}

function otherAmounts({ list, table, key, name }: Compared): Comparison {
  return (run) => sql`
    select
      case when ours.id is null then ${`${name}_without_row`} else ${`${name}_differs`} end as kind,
      coalesce(ours.id::text, theirs.id) as subject,
      null::uuid as payment_id,
      ours.amount_pence as ours,
      theirs.amount_pence as theirs,
      theirs.made_at as occurred_at
    from ${listed(run, list)} as theirs
    left join ${sql.table(table)} as ours on ${sql.ref(`ours.${key}`)} = theirs.id
    where theirs.amount_pence is distinct from ours.amount_pence`
}

/** What has changed since the list was read is compared the next night. */
function otherStates({ list, table, key, name, statuses }: Compared): Comparison {
  return (run) => sql`
    select ${`${name}_state_differs`} as kind, ours.id::text as subject, null::uuid as payment_id,
      null::bigint as ours, null::bigint as theirs, theirs.made_at as occurred_at
    from ${listed(run, list)} as theirs
    join ${sql.table(table)} as ours on ${sql.ref(`ours.${key}`)} = theirs.id
    where not ${isStatusOf('theirs.state', 'ours.status', statuses)}
      and coalesce(ours.ended_at, '-infinity') < ${run.startedAt}`
}

/** When the provider has made it, its movement says. */
function missingPlatformPayouts(run: Run) {
  return sql`
    select 'platform_payout_not_at_provider' as kind, ours.id::text as subject, null::uuid as payment_id,
      ours.amount_pence as ours, null::bigint as theirs, made.at as occurred_at
    from platform_payouts as ours
    left join balance_transactions as moved on moved.source_id = ours.provider_id and moved.type = 'payout'
    cross join lateral (select coalesce(moved.created_at, ours.sent_at) as at) as made
    where ours.provider_id is not null
      and made.at >= ${run.since}
      and made.at < ${run.until}
      and not exists (select from ${listed(run, 'payouts')} as theirs where theirs.id = ours.provider_id)`
}

/** Of an account that could not be read nothing is known. */
function missingBankPayouts(run: Run) {
  return sql`
    select 'bank_payout_not_at_provider' as kind, ours.id as subject, null::uuid as payment_id,
      ours.amount_pence as ours, null::bigint as theirs, ours.created_at as occurred_at
    from bank_payouts as ours
    join payment_accounts as accounts on accounts.user_id = ours.artist_id
    where ours.created_at >= ${run.since}
      and ours.created_at < ${run.until}
      and not exists (select from ${listed(run, 'bank_payouts')} as theirs where theirs.id = ours.id)
      and not exists (
        select from reconciliation_failures as failed
        where failed.run_id = ${run.id} and failed.subject = accounts.provider_account_id
      )`
}
