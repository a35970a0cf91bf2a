import { render, screen } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { exampleSummary, noSales } from '../sales/example-sales.ts'
import { Takings, waitingMoney, type Matter } from './takings.tsx'

function show(first: Matter | null) {
  const Stub = createRoutesStub([
    { path: '/', Component: () => <Takings summary={exampleSummary()} first={first} /> },
  ])
  render(<Stub />)
}

test('the head of the dashboard says what was earned this month, and what needs the artist first', () => {
  show({ text: 'Say your side.', link: { href: '/commissions/1', name: 'Skylark' } })
  expect(screen.getByText('£45.00').parentElement?.textContent).toBe(
    '£45.00 earned in November 2026. See every sale',
  )
  const all = screen.getByRole('link', { name: 'See every sale' })
  expect(all.getAttribute('href')).toBe('/artist-dashboard/sales')
  const first = screen.getByRole('link', { name: 'Skylark' })
  expect(first.getAttribute('href')).toBe('/commissions/1')
  expect(first.parentElement?.textContent).toBe('First: Say your side. Skylark')
})

test('nothing to do is not mentioned', () => {
  show(null)
  expect(screen.queryByText('First:')).toBeNull()
})

test('money that waits is a matter with its reason and the way to it', () => {
  expect(waitingMoney(exampleSummary())).toBeNull()
  const waitsFor = 'The set-up of your payment account is not finished.'
  const waiting = { ...noSales, sales: 2, artistPence: 1250 }
  expect(waitingMoney(exampleSummary({ waiting, waitsFor }))).toEqual({
    text: waitsFor,
    link: { href: '/artist-dashboard/sales?state=waiting', name: '£12.50 waits' },
  })
})
