// How a journey opens an artist's statements, invoices and tax reports.

import { taxReportPath } from '../../../src/rules/page-paths.ts'
import { vatInvoicePath } from '../../../src/rules/vat/vat-invoices.ts'
import type { ApiUser } from '../api-user.ts'
import { storeTaxReport } from '../platform-report/stored-tax-report.ts'
import { storeInvoiceOf } from '../sales/vat-invoices.ts'
import { createStatement } from '../statements/stored-statement.ts'

type Site = {
  app: { dataDir: string }
  database: Parameters<typeof createStatement>[0]
  artist: ApiUser
  artistId: string
}

export function paperOpenings({ app, database, artist, artistId }: Site) {
  return {
    artistPapers: () => ({ as: artist }),
    async statement() {
      const id = await createStatement(database, { id: artistId, username: artist.username })
      return { path: `/statements/${id}`, as: artist }
    },
    async vatInvoice() {
      return { path: vatInvoicePath(await storeInvoiceOf(app, artist)), as: artist }
    },
    async artistTaxReport() {
      return { path: taxReportPath(await storeTaxReport(app, artist)), as: artist }
    },
  }
}
