// The paths of the admin's area.

import type { DisputeDecision } from '../commissions/dispute-process.ts'
import type { OwedKind } from '../payments/payment-process.ts'
import { laterPage, pageRoutes, withQuery } from '../page-paths.ts'
import type { AdminList, AdminSearch } from './admin-search.ts'

const adminLists: Record<AdminList, string> = {
  users: pageRoutes.adminUsers,
  tracks: pageRoutes.adminTracks,
  messages: pageRoutes.adminMessages,
  flags: pageRoutes.adminFlags,
  commissions: pageRoutes.adminCommissions,
  disputes: pageRoutes.adminDisputes,
  tasks: pageRoutes.adminTasks,
  refunds: pageRoutes.adminRefunds,
  bankDisputes: pageRoutes.adminBankDisputes,
  money: pageRoutes.adminMoney,
  margins: pageRoutes.adminMargins,
  reconciliation: pageRoutes.adminReconciliation,
  reporting: pageRoutes.adminReporting,
  vat: pageRoutes.adminVat,
  transfers: pageRoutes.adminTransfers,
  orders: pageRoutes.adminOrders,
  debts: pageRoutes.adminDebts,
  auditLog: pageRoutes.adminAuditLog,
}

/** A list of the admin's area. Default values are left out: no choice, and the first page. */
export function adminPath<List extends AdminList>(
  list: List,
  search: Partial<AdminSearch<List>> = {},
): string {
  const chosen = Object.entries(search).filter(
    // The first quarter of a year is a choice, unlike the first page.
    ([name, value]) => value && (value !== 1 || name === 'quarter'),
  )
  const texts = chosen.map(([name, value]) => [name, String(value)])
  return withQuery(adminLists[list], Object.fromEntries(texts))
}

/** The page of one refund or transfer. */
export function adminOwedPath(kind: OwedKind, id: string): string {
  const route = kind === 'refund' ? pageRoutes.adminRefund : pageRoutes.adminTransfer
  return route.replace(':id', id)
}

/** @param search the amount in pounds, as it is typed */
export function adminPayOutPath(search: { amount?: string }): string {
  return withQuery(pageRoutes.adminPayOut, search)
}

/** The page of one closed day, e.g. 2026-11-23. */
export function adminDayPath(day: string): string {
  return pageRoutes.adminReconciledDay.replace(':day', day)
}

export function adminDifferencePath(id: string): string {
  return pageRoutes.adminDifference.replace(':id', id)
}

/** The page of what an artist owes. */
export function adminDebtPath(id: string): string {
  return pageRoutes.adminDebt.replace(':id', id)
}

/** @param papers the page of the user's papers */
export function adminUserPath(id: string, { papers = 1 }: { papers?: number } = {}): string {
  return withQuery(pageRoutes.adminUser.replace(':id', id), { papers: laterPage(papers) })
}

/** Where an admin gives back a sale: a line of an order, or a commission. */
export function adminSalePath(id: string, { amount }: { amount?: string } = {}): string {
  return withQuery(pageRoutes.adminSale.replace(':id', id), { amount })
}

export function adminRefundRequestPath(id: string): string {
  return pageRoutes.adminRefundRequest.replace(':id', id)
}

/** The page of a refund that was made at the card provider, by its id there. */
export function adminFoundRefundPath(id: string): string {
  return pageRoutes.adminFoundRefund.replace(':id', id)
}

export function adminBankDisputePath(id: string): string {
  return pageRoutes.adminBankDispute.replace(':id', id)
}

type DecisionQuery = {
  outcome?: DisputeDecision
}

/** Where an admin decides a commission that is disputed or frozen. */
export function adminDecisionPath(id: string, query: DecisionQuery = {}): string {
  return withQuery(pageRoutes.adminDecision.replace(':id', id), query)
}

/** The page of one payment. */
export function adminOrderPath(paymentId: string): string {
  return pageRoutes.adminOrder.replace(':id', paymentId)
}
