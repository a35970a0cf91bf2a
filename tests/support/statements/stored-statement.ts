// An artist's first statement, stored without a month that is made.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { TestApp, TestUser } from '../test-app.ts'

/** Long before anything that a test books. */
const storedMonth = '2020-02-01'

/** With a line, for a booking of anybody's. Returns its id. */
export async function createStatement(
  { db }: Pick<TestApp, 'db'>,
  artist: Pick<TestUser, 'id' | 'username'>,
): Promise<string> {
  const id = randomUUID()
  await db
    .insertInto('statement_months')
    .values({ month: storedMonth, collected_until: new Date('2020-03-01T00:00:00Z') })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await sql`
    insert into statement_lines (month, artist_id, ledger_transaction_id, kind, titles, booked_at, occurred_at, owed_pence,
      owing_pence)
    select ${storedMonth}, ${artist.id}, id, 'sale', array['Skylark'], now(), now(), 500, 0
    from ledger_transactions order by id limit 1
  `.execute(db)
  await db
    .insertInto('statements')
    .values({
      id,
      artist_id: artist.id,
      number: 1,
      month: storedMonth,
      artist_name: artist.username,
      seller_name: 'Undersong',
      seller_address: ['1 Green Lane', 'Leeds LS1 1AA'],
      seller_vat_number: null,
      from_at: new Date('2020-02-01T00:00:00Z'),
      until_at: new Date('2020-03-01T00:00:00Z'),
      opening_owed_pence: 0,
      opening_owing_pence: 0,
      closing_owed_pence: 0,
      closing_owing_pence: 0,
      line_count: 0,
      made_at: new Date('2020-03-02T05:40:00Z'),
    })
    .execute()
  return id
}
