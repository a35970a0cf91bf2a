// The papers of the month in which a history has ended. All statements together say what the ledger has of artists, and all
// artists together bear what the card provider has taken for their accounts.

import { sql } from 'kysely'
import { addJob } from '#server/jobs/add-job.ts'
import {
  makeStatements,
  statementProblems,
  untilStatementDay,
} from '../../statements/monthly-statements.ts'
import type { TestApp } from '../../test-app.ts'

/** Makes them on the day of statements. One sentence for each difference. */
export async function statementDifferences(app: TestApp): Promise<string[]> {
  await untilStatementDay(app)
  await makeStatements(app)
  const unspread = await unspreadFees(app)
  const { rows } = await sql<{ side: string; stated: string; booked: string }>`
    with latest as (
      select distinct on (artist_id) closing_owed_pence, closing_owing_pence
      from statements order by artist_id, number desc
    ), stated as (
      select coalesce(sum(closing_owed_pence), 0) as owed, coalesce(sum(closing_owing_pence), 0) as owing from latest
    ), booked as (
      select
        -coalesce(sum(amount_pence) filter (where account = 'artist_payable'), 0) as owed,
        coalesce(sum(amount_pence) filter (where account = 'artist_receivable'), 0) as owing
      from ledger_entries
      join ledger_transactions on ledger_transactions.id = transaction_id
      where booked_at < (
        select (max(month) + interval '1 month') at time zone 'Europe/London' from statement_months
        where finished_at is not null
      )
    )
    select side, stated, booked
    from (
      select 'owed to artists' as side, stated.owed as stated, booked.owed as booked from stated, booked
      union all
      select 'owed by artists', stated.owing, booked.owing from stated, booked
    ) as sides
    where stated <> booked
  `.execute(app.db)
  const { finished } = await app.db
    .selectFrom('statement_months')
    .select((eb) => eb.fn.countAll<string>().as('finished'))
    .where('finished_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return [
    ...rows.map(({ side, stated, booked }) => `${side}: ${stated} is stated, ${booked} is booked`),
    ...unspread,
    ...(await statementProblems(app)),
    ...(finished === '0' ? ['no month of statements is finished'] : []),
  ]
}

/** Of each month, what was taken for accounts is spread over its artists to the penny. */
async function unspreadFees(app: TestApp): Promise<string[]> {
  for (const name of [
    'compare_accounts',
    'read_balance_transactions',
    'renew_artist_months',
  ] as const) {
    await addJob(app.db, name, {})
    await app.work()
  }
  const { rows } = await sql<{ month: string; taken: string; spread: string }>`
    with taken as (
      select substring(description from '^Connect [(]([0-9]{4}-[0-9]{2})-') as month,
        sum(fee_pence - amount_pence) as pence
      from balance_transactions where type = 'stripe_fee' group by 1
    ), spread as (
      select to_char(month, 'YYYY-MM') as month, sum(account_fee_pence) as pence from artist_months group by 1
    )
    select month, coalesce(taken.pence, 0) as taken, coalesce(spread.pence, 0) as spread
    from taken full join spread using (month)
    where coalesce(taken.pence, 0) <> coalesce(spread.pence, 0)
  `.execute(app.db)
  return rows.map(
    ({ month, taken, spread }) =>
      `account fees of ${month}: ${taken} are taken, ${spread} are spread`,
  )
}
