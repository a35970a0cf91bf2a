// What each endpoint that admins read may show of others.

import type { Row } from './expected-row.ts'

const all: Row = { shows: 'all' }

export const readByAdmins: Record<string, Row> = {
  listFlags: all,
  listUsers: all,
  getUser: all,
  listPapersOfUser: all,
  listPayments: all,
  getPayment: all,
  listUnsentTransfers: all,
  getRefund: all,
  getTransfer: all,
  getDebt: all,
  listAllTracks: all,
  listMessages: all,
  listAllCommissions: all,
  listDisputes: all,
  listDebts: all,
  listUnexplained: all,
  getPlatformBalance: all,
  listArtistMargins: all,
  listReportedArtists: all,
  listVatMonths: all,
  downloadPlatformReport: all,
  previewPayout: { ...all, own: 'more_than_earned' },
  previewVatPayment: { ...all, own: 'more_than_vat_owed' },
  listBankDisputes: all,
  getBankDispute: all,
  downloadEvidenceFile: all,
  listReconciledDays: all,
  getReconciledDay: all,
  countTasks: all,
  listDifferences: all,
  getDifference: all,
  listAdminActions: all,
}
