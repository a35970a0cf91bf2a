// The process ends while the statements of a month are made: a month that ended long ago, as the clock of the card provider
// must not leave that of the checkouts.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { book } from '#server/ledger/ledger.ts'
import { eventually } from '../../eventually.ts'
import type { TestApp } from '../../test-app.ts'
import { inProgress } from '../races/race-preparations.ts'
import type { Prepared } from '../races/race-fixture.ts'
import type { Crash } from './crash.ts'

type Act = Crash['act']

/** Each time the month after: the artist has owed a pound, and owes it no more. Nothing can be booked in it any more. */
const endedMonth: Crash['prepare'] = async (fixture) => {
  const prepared = await inProgress(fixture)
  const { db } = fixture.app
  const { rows } = await sql<{ at: Date }>`
    select (coalesce(
      (select max(month) + interval '1 month' from statement_months),
      date_trunc('month', now()) - interval '3 months'
    ) + interval '10 days')::timestamptz as at
  `.execute(db)
  const at = rows[0]?.at ?? new Date()
  for (const pence of [100, -100])
    await db.transaction().execute((tx) =>
      book(
        tx,
        {
          fact: `before:${randomUUID()}`,
          paymentId: null,
          entries: [
            { account: 'artist_receivable', artistId: prepared.artist.id, pence },
            { account: 'losses', pence: -pence },
          ],
        },
        at,
      ),
    )
  await sql`
    insert into ledger_days (day, transactions, hash, closed_at)
    select (date_trunc('month', ${at}::timestamptz) + interval '1 month' - interval '1 day')::date, 2,
      decode(repeat('00', 32), 'hex'), now()
  `.execute(db)
  return prepared
}

const begun = new WeakSet<Prepared>()

/** The second time, after the restart, everything is made. */
const makeStatements: Act = async ({ app, queue }, prepared) => {
  await queue('make_statements', {})
  if (begun.has(prepared)) await eventually(() => expectMade(app, prepared))
  begun.add(prepared)
}

async function expectMade({ db }: TestApp, { artist }: Prepared): Promise<void> {
  const { rows } = await sql<{ unfinished: number; made: number }>`
    select
      (select count(*)::int from statement_months where finished_at is null) as unfinished,
      (
        select count(*)::int from statements
        where artist_id = ${artist.id} and month = (select max(month) from statement_months)
      ) as made
  `.execute(db)
  expect(rows).toEqual([{ unfinished: 0, made: 1 }])
}

const stated: Crash = {
  prepare: endedMonth,
  act: makeStatements,
  end: { status: 'in_progress', steps: [] },
}

export const statementCrashes = {
  'statement.collect': stated,
  'statement.commit': stated,
} satisfies Record<string, Crash>
