import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { Commission } from '#contracts/commissions/commission.ts'
import { exampleCommission, exampleDelivery, exampleDispute } from './example-commission.ts'
import { StatusCard } from './status-card.tsx'
import { openRoom } from './room/test-room.tsx'

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

const [opened, promised, lastDay] = [
  '2026-11-18T10:00:00.000Z',
  '2026-11-20T10:00:00.000Z',
  '2027-02-11T10:00:00.000Z',
]

/** The sentence of what is next, and its time. */
function nextIn(card: string) {
  const region = screen.getByRole('region', { name: card })
  const next = region.querySelector('.next-step')
  return [next?.querySelector('p')?.textContent, next?.querySelector('time')?.dateTime]
}

test('a dispute is decided by the promised time, and past it nobody is promised that any more', async () => {
  const disputed: Partial<Commission> = {
    status: 'delivered',
    deliveries: [exampleDelivery()],
    isDisputed: true,
    dispute: exampleDispute({ openedAt: opened }),
    disputeDecideBy: promised,
    holdUntil: lastDay,
  }
  const within48 = 'Our team decides about the dispute within 24 to 48 hours.'
  await openRoom({ ...disputed, readAt: '2026-11-20T09:59:59.000Z' })
  expect(nextIn('Delivered')).toEqual([
    `${within48} The money stays where it is until then.`,
    promised,
  ])
  screen.getByText(/answers within 24 to 48 hours/)

  await openRoom({ ...disputed, readAt: promised })
  expect(nextIn('Delivered')).toEqual([
    'Our team is late with its decision about the dispute. Without a decision in time, the money goes back to you.',
    lastDay,
  ])
  screen.getByText(/^Our team reads both sides, and is late with its answer\./)
  expect(document.body.textContent).not.toContain('48 hours')

  // The money goes back before the promised time.
  await openRoom({ ...disputed, holdUntil: '2026-11-20T09:59:59.000Z', readAt: opened })
  expect(nextIn('Delivered')).toEqual([
    'Our team decides about the dispute. Without a decision in time, the money goes back to you.',
    '2026-11-20T09:59:59.000Z',
  ])
})

test('a frozen commission says on which day its money goes back without a decision, and who has it until then', async () => {
  const money = { ...exampleCommission().money, heldPence: 4420 }
  await openRoom({ status: 'in_progress', isFrozen: true, holdUntil: lastDay, money })
  expect(nextIn('In progress')).toEqual([
    'Our team looks at this commission. Nothing happens until it has decided. Without a decision in time, the money goes back to you.',
    lastDay,
  ])
  screen.getByText('£44.20 held until our team has decided')
})
