import { expect, test } from 'vitest'
import {
  adminBankDisputePath,
  adminDayPath,
  adminDebtPath,
  adminDecisionPath,
  adminDifferencePath,
  adminFoundRefundPath,
  adminOrderPath,
  adminPath,
  adminPayOutPath,
  adminRefundRequestPath,
  adminSalePath,
  adminUserPath,
} from './admin-paths.ts'

test.each([
  [adminPayOutPath({}), '/admin/money/pay-out'],
  [adminPayOutPath({ amount: '12.50' }), '/admin/money/pay-out?amount=12.50'],
  [adminDayPath('2026-11-23'), '/admin/reconciliation/2026-11-23'],
  [adminDifferencePath('d1'), '/admin/differences/d1'],
  [adminDebtPath('r1'), '/admin/debts/r1'],
  [adminUserPath('u1', { papers: 1 }), '/admin/users/u1'],
  [adminUserPath('u1', { papers: 2 }), '/admin/users/u1?papers=2'],
  [adminSalePath('s1'), '/admin/sales/s1'],
  [adminSalePath('s1', { amount: '3' }), '/admin/sales/s1?amount=3'],
  [adminRefundRequestPath('q1'), '/admin/refunds/requests/q1'],
  [adminFoundRefundPath('re_1'), '/admin/refunds/found/re_1'],
  [adminBankDisputePath('b1'), '/admin/bank-disputes/b1'],
  [adminDecisionPath('c1'), '/admin/commissions/c1/decide'],
  [adminDecisionPath('c1', { outcome: 'partial' }), '/admin/commissions/c1/decide?outcome=partial'],
  [adminOrderPath('p1'), '/admin/orders/p1'],
])('a page of the admin’s area has the path %s', (path, expected) => {
  expect(path).toBe(expected)
})

test('what is chosen of a list is in its path; no choice and the first page are not', () => {
  expect(adminPath('reporting', { year: 2030, quarter: 4, page: 1 })).toBe(
    '/admin/reporting?year=2030&quarter=4',
  )
  expect(adminPath('reporting', { year: 2030, quarter: 1, page: 2 })).toBe(
    '/admin/reporting?year=2030&quarter=1&page=2',
  )
  expect(adminPath('refunds', { found: 1, requests: 2, page: 3 })).toBe(
    '/admin/refunds?requests=2&page=3',
  )
})
