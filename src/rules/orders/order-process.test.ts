import { expect, test } from 'vitest'
import { processProblems } from '../../../tests/support/money/process-problems.ts'
import { orderProcess, paymentOf, type OrderStatus } from './order-process.ts'

test.each([
  [{ start: 'new', statuses: ['new', 'lost'], steps: {} }, ['lost is never reached']],
  [{ start: 'new', statuses: ['new', 'new'], steps: {} }, ['new stands twice']],
  [
    {
      start: 'new',
      statuses: ['new'],
      steps: { go: { from: ['new'], to: 'gone', by: ['system'] } },
    },
    ['gone is not in the list'],
  ],
  [
    { start: 'new', statuses: ['new'], steps: { go: { from: [], to: 'new', by: ['system'] } } },
    ['the step go has no start, or nobody takes it'],
  ],
] as const)('a wrong table is told from a right one: %j', (table, problems) => {
  expect(processProblems(table)).toEqual(problems)
})

test('every status says what became of the payment', () => {
  const payments = Object.fromEntries(
    orderProcess.statuses.map((status) => [status, paymentOf({ status })]),
  )
  expect(payments).toEqual({
    pending: 'open',
    expired: 'open',
    paid: 'paid',
    part_refunded: 'paid',
    refunded: 'paid',
    disputed: 'closed',
    failed: 'closed',
  } satisfies Record<OrderStatus, string>)
})
