// The balance of each account of the ledger: the sums of the closed days, and the entries since then.

import { sql } from 'kysely'
import { ledgerAccounts, type LedgerAccount } from '#rules/payments/ledger-accounts.ts'
import type { AccountSums } from '#rules/payments/platform-balance.ts'
import type { Db } from '#server/db/client.ts'

/** In one statement, so that it is of one moment. */
export async function sumAccounts(db: Db): Promise<AccountSums> {
  const { rows } = await sql<{ account: LedgerAccount; pence: string }>`
    select account, sum(pence) as pence
    from (
      select account, pence from ledger_day_sums
      union all
      select ledger_entries.account, ledger_entries.amount_pence
      from ledger_transactions
      join ledger_entries on ledger_entries.transaction_id = ledger_transactions.id
      where ledger_transactions.booked_at >= coalesce(
        (select (max(day) + 1)::timestamp at time zone 'UTC' from ledger_days), '-infinity'
      )
    ) as booked
    group by account
  `.execute(db)
  const found = new Map(rows.map(({ account, pence }) => [account, Number(pence)]))
  // The keys of the table.
  const names = Object.keys(ledgerAccounts) as LedgerAccount[]
  return Object.fromEntries(names.map((name) => [name, found.get(name) ?? 0])) as AccountSums
}
