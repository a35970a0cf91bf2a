import { render, screen } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { commissionSpans } from '#rules/commissions/commission-spans.ts'
import { ExplainerSteps } from './explainer-steps.tsx'

async function stepsWith(changes: Partial<typeof commissionSpans>): Promise<string> {
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '/',
      loader: () => ({ spans: { ...commissionSpans, ...changes } }),
      HydrateFallback: () => null,
      Component: ExplainerSteps,
    },
  ])
  render(<Stub />)
  return (await screen.findByRole('list')).textContent
}

test('how commissions work is told with the times that the operator has set', async () => {
  const text = await stepsWith({ answerDays: 4, payHours: 36, approvalDays: 0 })
  expect(text).toContain('The artist answers within 4 days.')
  expect(text).toContain('you have 36 hours to pay by card')
  expect(text).toContain('it is approved 84 days after the payment')
})
