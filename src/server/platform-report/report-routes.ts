import { Readable } from 'node:stream'
import {
  downloadPlatformReport,
  listReportedArtists,
  listVatMonths,
} from '#contracts/admin/reporting.ts'
import { getTaxReport } from '#contracts/tax-reports.ts'
import { reportNote } from '#rules/admin/admin-actions.ts'
import { csvMediaType } from '#rules/csv.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import { usualYear } from '#rules/platform-report/report-years.ts'
import { recordAdminAction } from '#server/admin/audit-log.ts'
import type { Clock } from '#server/clock-and-failpoints/clock.ts'
import type { Db } from '#server/db/client.ts'
import { attachmentNamed } from '#server/http/send-file.ts'
import type { Serving } from '#server/http/serve.ts'
import { findVatMonths } from '#server/vat/vat-months.ts'
import { findOwedVat, findVatPayments } from '#server/vat/vat-payments.ts'
import { findCopy } from './copy-queries.ts'
import { reportFile, reportName } from './report-file.ts'
import { findReportedArtists, type ReportSearch } from './report-queries.ts'

export function reportRoutes(
  { serve, serveBytes }: Serving,
  { db, clock }: { db: Db; clock: Clock },
) {
  serve(listReportedArtists, ({ input }) => findReportedArtists(db, { ...input, now: clock.now() }))

  serveBytes(downloadPlatformReport, async ({ input, user, reply }) => {
    const search = { ...input, year: input.year ?? usualYear(clock.now()) }
    await recordDownload(db, user.id, search)
    reply.header('cache-control', 'private, no-store')
    reply.header('content-type', csvMediaType)
    reply.header('content-disposition', attachmentNamed(reportName(search)))
    await reply.send(Readable.from(reportFile(db, search)))
  })

  serve(listVatMonths, async ({ input }) => {
    const year = input.year ?? usualYear(clock.now())
    const [months, payments, owedPence] = await Promise.all([
      findVatMonths(db, { from: `${year}-01`, to: `${year}-12` }),
      findVatPayments(db, year),
      findOwedVat(db),
    ])
    return { year, months, payments, owedPence }
  })

  serve(getTaxReport, async ({ input: { id }, user }) => {
    const copy = await findCopy(db, { id, ofArtist: user.mayAdminister ? null : user.id })
    if (copy === null) throw new Refusal('not_found')
    return copy
  })
}

/** Before the first row is sent. It is about many artists: the log has it with the admin. */
async function recordDownload(db: Db, adminId: string, search: ReportSearch): Promise<void> {
  await db.transaction().execute((tx) =>
    recordAdminAction(tx, {
      adminId,
      action: 'download_platform_report',
      subjectId: adminId,
      note: reportNote(reportName(search)),
      details: { ...search },
    }),
  )
}
