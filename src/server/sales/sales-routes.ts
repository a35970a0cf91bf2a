import { Readable } from 'node:stream'
import { listReversals } from '#contracts/reversals.ts'
import { downloadSales, getSalesSummary, listSales } from '#contracts/sales.ts'
import { maxSalesFilesAnHour } from '#rules/accounts/account-limits.ts'
import { csvMediaType } from '#rules/csv.ts'
import { monthOf } from '#rules/sales/sale-months.ts'
import type { Clock } from '#server/clock-and-failpoints/clock.ts'
import type { Db } from '#server/db/client.ts'
import { countUserAction } from '#server/db/count-attempts.ts'
import { attachmentNamed } from '#server/http/send-file.ts'
import type { Serving } from '#server/http/serve.ts'
import { findReversals } from './reversal-queries.ts'
import { presentSale, presentSummary } from './sale-presenter.ts'
import { findSales, findWaiting, readSales } from './sale-queries.ts'
import { findSums } from './sale-sums.ts'
import { fileName, fileOf } from './sales-file.ts'

type Deps = { db: Db; clock: Clock }

const hourMs = 60 * 60_000

export function salesRoutes({ serve, serveBytes }: Serving, { db, clock }: Deps) {
  serve(listSales, async ({ input: { page, ...filter }, user }) => {
    const { rows, ...found } = await findSales(db, { artistId: user.id, filter, page })
    return { sales: rows.map(presentSale), ...found }
  })

  serve(getSalesSummary, async ({ user: { id: artistId } }) => {
    const sums = await findSums(db, artistId)
    const waiting = await findWaiting(db, { artistId, sums })
    return presentSummary({ sums, ...waiting, month: monthOf(clock.now()) })
  })

  serve(listReversals, ({ user }) => findReversals(db, user.id))

  serveBytes(downloadSales, async ({ input: filter, user, reply }) => {
    await countUserAction(db, {
      kind: 'sales_file',
      userId: user.id,
      limits: [{ max: maxSalesFilesAnHour, periodMs: hourMs }],
      refusal: 'too_many_exports',
    })
    reply.header('cache-control', 'private, no-store')
    reply.header('content-type', csvMediaType)
    reply.header('content-disposition', attachmentNamed(fileName(filter)))
    await reply.send(Readable.from(fileOf(readSales(db, { artistId: user.id, filter }))))
  })
}
