import { expect, test } from 'vitest'
import {
  endedTransferStatuses,
  paidStatuses,
  refundProcess,
  transferProcess,
  unmadeRefundStatuses,
  unmadeTransferStatuses,
} from './payment-process.ts'

test('money that has left is never sent again: no step of a transfer starts from sent', () => {
  const starts = Object.values(transferProcess.steps).flatMap(({ from }) => from)
  expect(starts).not.toContain('sent')
})

test('a transfer has ended, or can still be found made at the provider; so can a refund that nobody has and that is not on its way', () => {
  const without = <Status extends string>(all: readonly Status[], some: readonly string[]) =>
    all.filter((status) => !some.includes(status))
  expect(without(transferProcess.statuses, endedTransferStatuses)).toEqual(unmadeTransferStatuses)
  expect(without(refundProcess.statuses, [...paidStatuses, 'pending'])).toEqual(
    unmadeRefundStatuses,
  )
})
