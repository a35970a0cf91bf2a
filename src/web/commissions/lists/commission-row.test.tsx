import { cleanup, render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { CommissionSummary } from '#contracts/commissions/commission.ts'
import { exampleCommission } from '../example-commission.ts'
import { CommissionRow } from './commission-row.tsx'

function show(changes: Partial<CommissionSummary>) {
  cleanup()
  const commission = exampleCommission({
    status: 'cancelled',
    statusReason: 'artist_gave_up',
    ...changes,
  })
  const Component = () => <CommissionRow commission={commission} as="customer" />
  render(<RouterProvider router={createMemoryRouter([{ path: '*', Component }])} />)
  return document.body.textContent
}

test('an ended commission says in its row how it ended, and where its money is while that is on the way', () => {
  const reason = 'The artist could not finish it.'
  const ended = show({})
  expect(ended).toContain(reason)
  expect(ended).not.toContain('Nothing more happens here.')
  expect(show({ refund: 'returning' })).toContain(
    `${reason} Your money is on its way back to your card.`,
  )
  expect(show({ refund: 'failed' })).toContain(
    `${reason} Your money could not be sent back to your card.`,
  )
})

test('a row says how many messages and notes are unread', () => {
  expect(show({})).not.toMatch(/new message|to read/)
  expect(show({ unreadMessages: 1 })).toMatch(/1 new message(?!s|,)/)
  expect(show({ unreadNotes: 1 })).toMatch(/(?<!, )1 note to read/)
  expect(show({ unreadMessages: 2, unreadNotes: 3 })).toContain('2 new messages, 3 notes to read')
})
