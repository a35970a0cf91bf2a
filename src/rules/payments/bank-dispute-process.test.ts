import { expect, test } from 'vitest'
import { bankDisputeProcess, stepsTo, unrefundableStatuses } from './bank-dispute-process.ts'

test.each(bankDisputeProcess.statuses)(
  'the steps to what the provider says lead there: %s',
  (status) => {
    const walked = stepsTo[status].reduce<string>((at, name) => {
      const { from, to }: { from: readonly string[]; to: string } = bankDisputeProcess.steps[name]
      expect(from).toContain(at)
      return to
    }, bankDisputeProcess.start)
    expect(walked).toBe(status)
  },
)

test('a payment can be refunded while the bank only asks, and after it has decided for us', () => {
  const others = bankDisputeProcess.statuses.filter(
    (status) => !unrefundableStatuses.some((one) => one === status),
  )
  expect(others).toEqual(['inquiry', 'won', 'closed'])
})
