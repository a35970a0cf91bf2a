import { cleanup, render, screen } from '@testing-library/react'
import { createRoutesStub, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { createApi } from '#web/api/client.ts'
import { apiContext } from '#web/api/contexts.ts'
import { exampleOwnTracks } from '#web/artists/dashboard/example-own-track.ts'
import { exampleSummary } from '#web/artists/sales/example-sales.ts'
import { exampleProfile } from '#web/artists/profile/test-profile.tsx'
import { exampleCommission } from '#web/commissions/example-commission.ts'
import ArtistDashboardPage, { action, loader } from './artist-dashboard-page.tsx'

type FakeResponses = Record<string, { status?: number; body: unknown }>

/** The arguments of the page's loader and action, with an API that responds by path. */
function visit(responses: FakeResponses, fields: Record<string, string> = {}) {
  const url = new URL('http://shop.test/artist-dashboard')
  const context = new RouterContextProvider()
  const api = createApi(
    ({ path }) => {
      const response = responses[path]
      return Promise.resolve({
        status: response?.status ?? 200,
        cookies: [],
        body: response?.body ?? {},
      })
    },
    { sent: null, received: [] },
  )
  context.set(apiContext, api)
  const request = new Request(url, { method: 'POST', body: new URLSearchParams(fields) })
  return { context, url, request, params: {}, pattern: url.pathname }
}

const who = (role: string | null) => ({
  body: { id: role && 'u1', role, isBanned: false, hasBoughtCommission: false },
})

/** The responses for the dashboard of an artist; `setup` is the response for the payment setup. */
const dashboard = (setup: { status?: number; body: unknown }): FakeResponses => ({
  '/api/proxy/auth/get-id-and-role': who('artist'),
  '/api/artist/payment-setup': setup,
  '/api/proxy/uploads': { body: { uploads: [] } },
  '/api/proxy/artists/tracks?page=1': { body: exampleOwnTracks() },
  '/api/artist/sales/summary': { body: exampleSummary() },
  '/api/commissions?as=artist&page=1': {
    body: {
      commissions: [exampleCommission({ viewer: 'artist' })],
      openCommissions: 1,
      allCommissions: 1,
      totalCommissions: 1,
      totalPages: 1,
      currentPage: 1,
    },
  },
  '/api/artist/profile': { body: { ...exampleProfile(), commissionPrice: null } },
})

function show(page: unknown, actionData?: unknown) {
  cleanup()
  const Stub = createRoutesStub([{ id: 'page', path: '/', Component: ArtistDashboardPage }])
  const pageActionData = actionData === undefined ? null : { page: actionData }
  render(<Stub hydrationData={{ loaderData: { page }, actionData: pageActionData }} />)
}

async function destination(promise: Promise<unknown>): Promise<string | null> {
  const thrown: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  )
  return thrown instanceof Response ? thrown.headers.get('location') : null
}

test('a visitor is redirected to the login page, with the return path (D-012)', async () => {
  const args = visit({ '/api/proxy/auth/get-id-and-role': who(null) })
  expect(await destination(loader(args))).toBe('/login?next=%2Fartist-dashboard')
})

test('a customer may become an artist here (D-012)', async () => {
  show(await loader(visit({ '/api/proxy/auth/get-id-and-role': who('customer') })))
  expect(screen.getByRole('button', { name: 'Become an artist' })).toBeDefined()
  expect(screen.queryByRole('form')).toBeNull()

  const upgraded = { body: { id: 'u1', username: 'Sam', role: 'artist' } }
  const args = visit({ '/api/accounts/become-artist': upgraded }, { step: 'become-artist' })
  expect(await destination(action(args))).toBe('/artist-dashboard?success=upgraded_to_artist')
})

test('setting up payments redirects to the card provider', async () => {
  const opened = { body: { url: 'https://provider.test/setup/1' } }
  const args = visit({ '/api/artist/payment-setup': opened }, { step: 'set-up-payments' })
  expect(await destination(action(args))).toBe('https://provider.test/setup/1')
})

test('when the card provider does not respond, only its part of the dashboard shows an error', async () => {
  const message = 'The card provider is not answering right now. Please try again in a minute.'
  const silent = { status: 502, body: { code: 'payment_setup_unavailable', message } }
  show(await loader(visit(dashboard(silent))))
  expect(screen.getByRole('alert').textContent).toBe(message)
  expect(screen.getByRole('heading', { name: 'Your tracks' })).toBeDefined()

  const notStarted = { body: { state: 'not_started', todo: [] } }
  const page = await loader(visit(dashboard(notStarted)))
  const { data } = await action(visit(dashboard(silent), { step: 'set-up-payments' }))
  show(page, data)
  expect(screen.getByRole('alert').textContent).toBe(message)
})

test('the dashboard begins with what was earned, and with the commission that waits first', async () => {
  show(await loader(visit(dashboard({ body: { state: 'ready', todo: [] } }))))
  screen.getByText('£45.00')
  const first = screen.getByRole('link', { name: 'Skylark in B flat' })
  expect(first.parentElement?.textContent).toBe(
    'First: Accept or decline the request of Mia. Skylark in B flat',
  )
})

test('an unexpected error of the server is still an error page', async () => {
  const unexpectedError = { status: 500, body: { code: 'fault', message: 'An error occurred.' } }
  await expect(loader(visit(dashboard(unexpectedError)))).rejects.toMatchObject({
    init: { status: 500 },
  })
})
