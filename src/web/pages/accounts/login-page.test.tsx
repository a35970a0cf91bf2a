import { render, screen } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import LoginPage from './login-page.tsx'

vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ id: null, role: null })))

const reason = /^Please log in to open that page\./

test.each([
  ['/my-tracks?order=1', true],
  ['/notifications', true],
  ['/settings/security', true],
  ['/tracks?query=home', false],
  ['https://elsewhere.example/my-tracks', false],
])('the log-in page before %s says why it was opened: %s', async (next, isSaid) => {
  const Page = createRoutesStub([{ path: '/login', Component: LoginPage }])
  render(<Page initialEntries={[`/login?${new URLSearchParams({ next })}`]} />)
  await screen.findByRole('heading', { name: 'Log in' })
  expect(screen.queryByText(reason) !== null).toBe(isSaid)
})
