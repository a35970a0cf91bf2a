// What each endpoint of an artist's statements, invoices and tax reports may show of others.

import type { Row } from './expected-row.ts'

const mine: Row = { shows: 'mine' }

export const papersOfArtists: Record<string, Row> = {
  listPapers: mine,
  getStatement: mine,
  downloadStatement: mine,
  getVatInvoice: mine,
  downloadVatInvoice: mine,
  getTaxReport: { ...mine, own: { customer: 'not_found' } },
}
