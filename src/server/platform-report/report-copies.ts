// The copies of the platform report that reportable artists get, by the end of January. A copy is never changed: where the
// figures of its year differ from it, the artist gets another one, with the next number.

import { sql } from 'kysely'
import { taxReportPath } from '#rules/page-paths.ts'
import { isReportable, reportabilityOf } from '#rules/platform-report/report-rules.ts'
import { closedYear } from '#rules/platform-report/report-years.ts'
import type { Clock } from '#server/clock-and-failpoints/clock.ts'
import type { Db } from '#server/db/client.ts'
import type { JobRun } from '#server/jobs/job-names.ts'
import { tryEach } from '#server/jobs/try-each.ts'
import { queueEmail } from '#server/mail/queue-email.ts'
import type { Seller } from '#server/orders/receipt-presenter.ts'
import { renewYear } from './report-figures.ts'

export type CopyDeps = { db: Db; clock: Clock; publicUrl: string; seller: Seller }

type Run = Pick<JobRun, 'log' | 'signal'>

/**
 * Of the latest year that has ended. Artists who have theirs are left out, so that a run that was ended goes on.
 *
 * @throws Error if some have failed: the next run makes what is missing
 */
export async function makeCopies(deps: CopyDeps, run: Run): Promise<void> {
  const year = closedYear(deps.clock.now())
  await renewYear(deps.db, year)
  const failed = await tryEach(await findReceivers(deps.db, year), run, {
    work: (artistId) => makeCopy(deps, { artistId, year }),
    failure: 'a copy of the platform report was not made',
    ids: (artist) => ({ artist }),
  })
  if (failed.length > 0)
    throw new Error(`The tax reports of ${failed.length} artists were not made.`)
}

/** Who is reportable, and whoever has a copy that may have to be corrected. */
async function findReceivers(db: Db, year: number): Promise<string[]> {
  const rows = await db
    .selectFrom('platform_report_years')
    .select(['artist_id', 'service_sales', 'service_pence'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('platform_report_copies')
            .select('id')
            .whereRef('platform_report_copies.artist_id', '=', 'platform_report_years.artist_id')
            .where('platform_report_copies.year', '=', year),
        )
        .as('has_copy'),
    )
    .where('year', '=', year)
    .orderBy('artist_id')
    .execute()
  return rows
    .filter(
      (row) =>
        row.has_copy ||
        isReportable(
          reportabilityOf({ sales: row.service_sales, pence: Number(row.service_pence) }),
        ),
    )
    .map((row) => row.artist_id)
}

/** An account that was deleted has a copy, and no address. */
async function makeCopy(
  { db, clock, publicUrl, seller }: CopyDeps,
  { artistId, year }: { artistId: string; year: number },
): Promise<void> {
  const { name, address } = seller
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string; number: number; deleted_at: Date | null }>`
      with current as (
        select jsonb_agg(
          jsonb_build_object(
            'quarter', quarter, 'kind', kind, 'sales', sales, 'creditedPence', credited_pence,
            'takenBackPence', taken_back_pence, 'feePence', fee_pence
          )
          order by quarter, kind
        ) as figures
        from platform_report_quarters
        where year = ${year} and artist_id = ${artistId}
      ),
      latest as (
        select number, figures from platform_report_copies
        where artist_id = ${artistId} and year = ${year}
        order by number desc
        limit 1
      ),
      made as (
        insert into platform_report_copies (artist_id, year, number, figures, operator, provider_account_id, made_at)
        select ${artistId}::uuid, ${year}::smallint, coalesce(latest.number, 0) + 1, current.figures,
          ${JSON.stringify({ name, address })}::jsonb,
          (select provider_account_id from payment_accounts where user_id = ${artistId}),
          ${clock.now()}::timestamptz
        from current left join latest on true
        where latest.figures is distinct from current.figures
        on conflict do nothing
        returning id, number
      )
      select made.id, made.number, users.deleted_at from made join users on users.id = ${artistId}
    `.execute(tx)
    const [made] = rows
    if (!made || made.deleted_at !== null) return
    await queueCopyEmail(tx, { artistId, year, publicUrl, ...made })
  })
}

type Made = { artistId: string; year: number; publicUrl: string; id: string; number: number }

/** A link, once for each copy: the figures are nothing for an email. */
async function queueCopyEmail(tx: Db, { artistId, year, publicUrl, id, number }: Made) {
  const isFirst = number === 1
  await queueEmail(tx, artistId, {
    dedupeKey: `platform_report:${id}`,
    subject: `Your ${isFirst ? '' : 'corrected '}tax report for ${year}`,
    blocks: [
      {
        paragraph: `The law asks us to tell the tax authority what we have paid you for commissions in ${year}, and to give you a copy of it.`,
      },
      ...(isFirst ? [] : [{ paragraph: 'This copy replaces the one that you have.' }]),
      { button: { label: 'Read your tax report', url: publicUrl + taxReportPath(id) } },
      { paragraph: 'If anything in it is wrong, please tell us by our contact form.' },
    ],
  })
}
