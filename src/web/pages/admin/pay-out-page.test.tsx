import { cleanup, render, screen } from '@testing-library/react'
import { createRoutesStub, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { PlatformMoney } from '#contracts/admin/platform-balance.ts'
import { adminErrors } from '#rules/errors/admin-errors.ts'
import { createApi } from '#web/api/client.ts'
import { apiContext } from '#web/api/contexts.ts'
import PayOutPage, { loader } from './pay-out-page.tsx'

/** The page of an amount, with what the server answers. */
function open(amount: string, balance: Pick<PlatformMoney, 'offeredPence' | 'balance'>) {
  cleanup()
  const { status, message } = adminErrors.more_than_earned
  const answers = [
    { path: '/payouts/preview', status, body: { code: 'more_than_earned', message } },
    { path: '/balance', status: 200, body: balance },
  ]
  const send = (call: { path: string }) => {
    const { path: _path, ...answer } = answers.find(({ path }) => call.path.includes(path)) ?? {}
    return Promise.resolve({ cookies: [], ...answer })
  }
  const context = new RouterContextProvider()
  context.set(apiContext, createApi(send as never, { sent: null, received: [] }))
  const Stub = createRoutesStub([
    {
      path: '/admin/money/pay-out',
      Component: PayOutPage as never,
      loader: ({ request }) => loader({ context, url: new URL(request.url) } as never),
      HydrateFallback: () => null,
    },
  ])
  render(<Stub initialEntries={[`/admin/money/pay-out?amount=${amount}`]} />)
}

const balance: PlatformMoney['balance'] = {
  balancePence: 60_000,
  availablePence: 50_000,
  heldPence: 0,
  artistsPence: 25_000,
  customersPence: 0,
  unexplainedPence: 0,
  vatPence: 0,
  reservePence: 20_000,
  earnedPence: 15_000,
}

test('an amount that is too much is refused at its field, as it was typed', async () => {
  open('999', { offeredPence: 15_000, balance })
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Amount in pounds' })
  expect(field.value).toBe('999')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  const described = (field.getAttribute('aria-describedby') ?? '').split(' ')
  const texts = described.map((part) => document.getElementById(part)?.textContent)
  expect(texts).toContain(adminErrors.more_than_earned.message)
})

test.each([
  ['nothing is earned above the reserve.', { earnedPence: -1 }],
  ['£0.99 is earned above the reserve, and a payout has at least £1.00.', { earnedPence: 99 }],
  ['of the balance £0.50 is available, and a payout has at least £1.00.', { availablePence: 50 }],
])('if nothing can be paid out there is no form, but the reason: %s', async (reason, changes) => {
  open('5', { offeredPence: 0, balance: { ...balance, ...changes } })
  await screen.findByText(`Nothing can be paid to our bank now: ${reason}`)
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
})
