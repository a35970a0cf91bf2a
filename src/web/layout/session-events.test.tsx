import { cleanup, render, screen } from '@testing-library/react'
import { createRoutesStub, useLocation } from 'react-router'
import { expect, test, vi } from 'vitest'
import { session } from '#web/accounts/session-store.ts'
import {
  commissionIntentKey,
  storeCommissionIntent,
} from '#web/commissions/request/commission-intent.ts'
import { purchaseIntentKey, storePurchaseIntent } from '#web/orders/login-for-purchase.ts'
import { useSessionEvents } from './session-events.ts'

const form = '/artist/0198f000-0000-7000-8000-0000000000a1/commission?key=-2'

function Page({ name }: { name: string }) {
  useSessionEvents()
  return (
    <>
      <h1>{name}</h1>
      <output>{useLocation().search}</output>
    </>
  )
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
    { path: '/register', Component: () => <Page name="Open an account" /> },
    { path: '/cart', Component: () => <Page name="Cart" /> },
    { path: '/artist/:id/commission', Component: () => <Page name="The request" /> },
  ])
  render(<Stub initialEntries={[address]} />)
  await session.known()
}

const heading = (name: string) => screen.findByRole('heading', { name })

test('a guest who started a checkout is sent to the cart after the login, once (D-053)', async () => {
  storePurchaseIntent()
  await open('/')
  expect(await heading('Cart')).toBeDefined()

  await open('/')
  expect(await heading('Home')).toBeDefined()
})

test('the login page itself does not redirect, and the purchase intent stays stored', async () => {
  storePurchaseIntent()
  await open('/login')
  expect(await heading('Log in')).toBeDefined()

  await open('/')
  expect(await heading('Cart')).toBeDefined()
})

test('a visitor who wanted a custom track comes back to the form of that artist, once (LST-08, D-053)', async () => {
  storeCommissionIntent(form)
  await open('/register')
  expect(await heading('Open an account')).toBeDefined()

  await open('/')
  expect(await heading('The request')).toBeDefined()
  expect(screen.getByText('?key=-2', { selector: 'output' })).toBeDefined()
  expect(localStorage.getItem(commissionIntentKey)).toBeNull()

  await open('/')
  expect(await heading('Home')).toBeDefined()
})

test('the form that the log-in itself has led to stays as it is', async () => {
  storeCommissionIntent(form)
  await open(`${form}&success=customer_registered`)
  expect(await heading('The request')).toBeDefined()
  expect(
    screen.getByText('?key=-2&success=customer_registered', { selector: 'output' }),
  ).toBeDefined()
})

test('no other site is opened by what is stored for a commission', async () => {
  storeCommissionIntent('//evil.test/')
  await open('/cart')
  expect(await heading('Home')).toBeDefined()
})

test('whoever began both goes on with the purchase, and nothing is left for later', async () => {
  storePurchaseIntent()
  storeCommissionIntent(form)
  await open('/')
  expect(await heading('Cart')).toBeDefined()
  expect([purchaseIntentKey, commissionIntentKey].map((key) => localStorage.getItem(key))).toEqual([
    null,
    null,
  ])
})
