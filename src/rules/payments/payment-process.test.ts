import { expect, test } from 'vitest'
import { processProblems } from '../../../tests/support/money/process-problems.ts'
import { paymentProcess, refundProcess, transferProcess } from './payment-process.ts'

test.each([
  ['payment', paymentProcess],
  ['transfer', transferProcess],
  ['refund', refundProcess],
])('every status of a %s is reached by a step, and no step leads anywhere else', (_name, table) => {
  expect(processProblems(table)).toEqual([])
})

test('money that has left is never sent again: no step of a transfer starts from sent', () => {
  const starts = Object.values(transferProcess.steps).flatMap(({ from }) => from)
  expect(starts).not.toContain('sent')
})
