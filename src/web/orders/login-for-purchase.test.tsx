import { cleanup, render, screen } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import { session } from '#web/accounts/session-store.ts'
import { storePurchaseIntent, useAfterLogin } from './login-for-purchase.ts'

function Page({ name }: { name: string }) {
  useAfterLogin()
  return <h1>{name}</h1>
}

/** Opens a page as a customer who has just logged in. */
async function open(address: string) {
  cleanup()
  const who = { id: 'u1', role: 'customer', username: 'Sam' }
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(who)))
  session.invalidate()
  const Stub = createRoutesStub([
    { path: '/', Component: () => <Page name="Home" /> },
    { path: '/login', Component: () => <Page name="Log in" /> },
    { path: '/cart', Component: () => <Page name="Cart" /> },
  ])
  render(<Stub initialEntries={[address]} />)
  await session.known()
}

test('a guest who started a checkout is sent to the cart after the login, once (D-053)', async () => {
  storePurchaseIntent()
  await open('/')
  expect(await screen.findByRole('heading', { name: 'Cart' })).toBeDefined()

  await open('/')
  expect(await screen.findByRole('heading', { name: 'Home' })).toBeDefined()
})

test('the login page itself does not redirect, and the purchase intent stays stored', async () => {
  storePurchaseIntent()
  await open('/login')
  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeDefined()

  await open('/')
  expect(await screen.findByRole('heading', { name: 'Cart' })).toBeDefined()
})
