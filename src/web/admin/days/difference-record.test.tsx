import { cleanup, render, screen } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { Difference } from '#contracts/admin/reconciliation.ts'
import { DaysTable } from './days-table.tsx'
import { DifferenceRecord } from './difference-record.tsx'

const paymentId = 'fe5e1a8a-6f0e-4f43-9a55-0d9f6a1c2b11'
const difference: Difference = {
  id: '1',
  kind: 'charge_differs',
  subject: 'ch_1',
  paymentId,
  day: '2026-11-20',
  oursPence: 570,
  theirsPence: 571,
  foundAt: '2026-11-21T04:00:00.000Z',
  status: 'open',
  task: { owner: null, ageDays: 2 },
  reason: null,
  endedAt: null,
}

function show(shown: Difference) {
  const Component = () => (
    <DifferenceRecord
      difference={shown}
      isEndedNow={false}
      actionData={undefined}
      isPending={false}
    />
  )
  const Stub = createRoutesStub([{ path: '/', Component }])
  render(<Stub />)
}

const order = () => screen.queryByRole('link', { name: 'The payment and every row of it' })

test('a difference of a payment links to its order', () => {
  show(difference)
  expect(order()?.getAttribute('href')).toBe(`/admin/orders/${paymentId}`)
})

test('a difference of no payment links to none', () => {
  show({ ...difference, paymentId: null })
  screen.getByText('ch_1')
  expect(order()).toBeNull()
})

test('the day of a difference, and a closed one, are written as dates are, and link to the day', () => {
  show(difference)
  const Component = () => (
    <DaysTable
      days={[
        {
          day: '2026-11-23',
          openingPence: 0,
          closingPence: 0,
          transactions: 0,
          closedAt: '2026-11-24T04:00:00.000Z',
          openDifferences: 0,
        },
      ]}
    />
  )
  const Stub = createRoutesStub([{ path: '/', Component }])
  render(<Stub />)
  expect(addressOf('20/11/2026')).toBe('/admin/reconciliation/2026-11-20')
  expect(addressOf('23/11/2026')).toBe('/admin/reconciliation/2026-11-23')
})

const addressOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

const commission = () => screen.queryByRole('link', { name: 'The commission and its timeline' })

test('a difference of a commission links to it, another one to none', () => {
  show({ ...difference, kind: 'timeline_differs', subject: paymentId })
  expect(commission()?.getAttribute('href')).toBe(`/commissions/${paymentId}`)
  cleanup()
  show(difference)
  expect(commission()).toBeNull()
})

const otherSide = () => screen.getByText('The other side').nextElementSibling?.textContent

test('the other side says what it is, if there is an amount', () => {
  const changed = { ...difference, kind: 'ledger_changed' }
  show(changed)
  expect(otherSide()).toBe('£5.71, the sum of its entries')
  cleanup()
  show({ ...changed, theirsPence: null })
  expect(otherSide()).toBe('None, the sum of its entries')
  cleanup()
  show({ ...changed, oursPence: null, theirsPence: null })
  expect(otherSide()).toBe('None')
})
