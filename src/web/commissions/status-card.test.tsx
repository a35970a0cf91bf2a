import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { Commission } from '#contracts/commissions/commission.ts'
import { exampleCommission } from './example-commission.ts'
import { StatusCard } from './status-card.tsx'

function again(changes: Partial<Commission>) {
  cleanup()
  const commission = exampleCommission({ status: 'cancelled', ...changes })
  const routes = [{ path: '*', Component: () => <StatusCard commission={commission} /> }]
  render(<RouterProvider router={createMemoryRouter(routes)} />)
  return screen.queryByRole('link', { name: 'Request again' })?.getAttribute('href') ?? null
}

test('a commission that ended before anything was paid can be requested again by its customer', () => {
  const { id, artist } = exampleCommission()
  const form = `/artist/${artist.id}/commission?again=${id}`
  expect(again({ statusReason: 'payment_expired' })).toBe(form)
  expect(again({ statusReason: 'artist_no_response' })).toBe(form)
  expect(again({ statusReason: 'artist_gave_up' })).toBeNull()
  expect(again({ statusReason: 'payment_expired', viewer: 'artist' })).toBeNull()
  expect(again({ status: 'in_progress', statusReason: null })).toBeNull()
})
