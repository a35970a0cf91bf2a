import { cleanup, render, screen } from '@testing-library/react'
import { createRoutesStub, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { adminErrors } from '#rules/errors/admin-errors.ts'
import { createApi } from '#web/api/client.ts'
import { apiContext } from '#web/api/contexts.ts'
import VatPaymentPage, { loader } from './vat-payment-page.tsx'

type RefusalCode = 'more_than_vat_owed' | 'vat_payment_recorded'

/** The page of a payment that was typed, where so much is owed. */
function open(owedPence: number, refused?: RefusalCode) {
  cleanup()
  const postings = [{ account: 'vat', pence: 500 }]
  const preview = { pence: 500, postings, owedAfterPence: owedPence - 500 }
  const send = ({ path }: { path: string }) => {
    const answer = { cookies: [], status: 200, body: { owedPence, months: [], payments: [] } }
    if (!path.includes('/preview')) return Promise.resolve(answer)
    if (refused === undefined) return Promise.resolve({ ...answer, body: preview })
    const { status, message } = adminErrors[refused]
    return Promise.resolve({ ...answer, status, body: { code: refused, message } })
  }
  const context = new RouterContextProvider()
  context.set(apiContext, createApi(send as never, { sent: null, received: [] }))
  const Stub = createRoutesStub([
    {
      path: '/admin/reporting/vat/payment',
      Component: VatPaymentPage as never,
      loader: ({ request }) => loader({ context, url: new URL(request.url) } as never),
      HydrateFallback: () => null,
    },
  ])
  render(<Stub initialEntries={['/admin/reporting/vat/payment?amount=5']} />)
}

test.each([
  ['nothing is owed to the tax authority.', 0],
  ['£3.50 more was paid to the tax authority than the ledger owes.', -350],
])('if no VAT is owed there is no form, but the reason: %s', async (reason, owedPence) => {
  open(owedPence)
  await screen.findByText(`No payment can be recorded now: ${reason}`)
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
})

test('a payment of what is owed shows what it books, below what was typed', async () => {
  open(1200)
  await screen.findByRole('heading', { name: 'Record £5.00' })
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount in pounds' })
  expect(field.value).toBe('5')
  screen.getByText(/^Up to £12.00/)
})

test.each([
  ['more_than_vat_owed', 'Amount in pounds'],
  ['vat_payment_recorded', 'Reference of the payment'],
] as const)('a payment that is refused by %s is refused at the field “%s”', async (code, name) => {
  open(1200, code)
  const field = await screen.findByRole('textbox', { name })
  expect(field.getAttribute('aria-invalid')).toBe('true')
  const link = screen.getByRole('link', { name: adminErrors[code].message })
  expect(link.getAttribute('href')).toBe(`#${field.id}`)
})
