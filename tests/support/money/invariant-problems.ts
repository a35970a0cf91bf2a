// What the functions of the database find, that the site runs every hour.

import { sql } from 'kysely'
import type { Clock } from '#server/clock-and-failpoints/clock.ts'
import type { TestApp } from '../test-app.ts'

type Judged = Pick<TestApp, 'db'> & {
  /** The real one, if it is left out. */
  clock?: Clock
}

/** Of payments, of what is owed from them, of the ledger, of sales and of what is said of them on paper. One sentence for each. */
export async function moneyInvariants(judged: Judged): Promise<string[]> {
  const found = [
    sql`money_problems(${nowOf(judged)})`,
    sql`open_money_problems(${nowOf(judged)})`,
    sql`ledger_problems()`,
    sql`ledger_sum_problems()`,
    sql`reversal_problems()`,
    sql`statement_problems()`,
    sql`vat_problems()`,
  ]
  const sentences = await Promise.all(found.map((one) => sentencesOf(judged, one)))
  return [...sentences.flat(), ...(await saleInvariants(judged))]
}

/** Of sales and their sums alone. */
export async function saleInvariants(judged: Judged): Promise<string[]> {
  const sales = await sentencesOf(judged, sql`sale_problems()`)
  return [...sales, ...(await sentencesOf(judged, sql`sale_sum_problems()`))]
}

/** Of the commissions themselves: also of those that a test stores without the steps that lead there. */
export async function commissionInvariants(judged: Judged): Promise<string[]> {
  return sentencesOf(judged, sql`commission_problems(${nowOf(judged)})`)
}

function nowOf({ clock }: Judged): Date {
  return clock?.now() ?? new Date()
}

async function sentencesOf({ db }: Judged, found: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await sql<{ kind: string; subject: string }>`
    select kind, subject from ${found} order by kind, subject
  `.execute(db)
  return rows.map(({ kind, subject }) => `${kind}: ${subject}`)
}
