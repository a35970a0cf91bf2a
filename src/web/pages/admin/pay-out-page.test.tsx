import { render, screen } from '@testing-library/react'
import { createRoutesStub, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { adminErrors } from '#rules/errors/admin-errors.ts'
import { createApi } from '#web/api/client.ts'
import { apiContext } from '#web/api/contexts.ts'
import PayOutPage, { loader } from './pay-out-page.tsx'

test('an amount that is too much is refused at its field, as it was typed', async () => {
  const { status, message } = adminErrors.more_than_earned
  const answers = [
    { path: '/payouts/preview', status, body: { code: 'more_than_earned', message } },
    { path: '/balance', status: 200, body: { offeredPence: 15_000 } },
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
  render(<Stub initialEntries={['/admin/money/pay-out?amount=999']} />)
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Amount in pounds' })
  expect(field.value).toBe('999')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  const described = (field.getAttribute('aria-describedby') ?? '').split(' ')
  const texts = described.map((part) => document.getElementById(part)?.textContent)
  expect(texts).toContain(message)
})
