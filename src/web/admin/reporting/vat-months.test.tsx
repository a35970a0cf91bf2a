import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { VatMonths } from './vat-months.tsx'

test('what is left of the VAT of a year is what sales contained less what refunds returned, also below zero', () => {
  const none = { returnedNetPence: 0, returnedVatPence: 0 }
  render(
    <VatMonths
      months={[
        { month: '2033-06', mode: 'fee', rate: 2_000, netPence: 116, vatPence: 24, ...none },
        {
          month: '2033-07',
          mode: 'sale',
          rate: 1_750,
          netPence: 0,
          vatPence: 0,
          returnedNetPence: 200,
          returnedVatPence: 35,
        },
      ]}
    />,
  )
  const [, june, july] = screen.getAllByRole('row').map(({ textContent }) => textContent)
  expect(june).toBe('June 2033Our fees20%£1.16£0.24£0.00of £0.00 net£0.24')
  expect(july).toBe('July 2033Customers’ prices17.5%£0.00£0.00£0.35of £2.00 net−\u2060£0.35')
  screen.getByText('−\u2060£0.11')
})
