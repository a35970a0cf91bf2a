import { fireEvent, render, screen, within } from '@testing-library/react'
import { createRoutesStub, RouterContextProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { createApi } from '#web/api/client.ts'
import { apiContext } from '#web/api/contexts.ts'
import { apiMessages } from '#web/api/api-messages.ts'
import { cart } from '#web/cart/cart-store.ts'
import { writeGuestCart } from '#web/cart/guest-cart.ts'
import { exampleTrack } from '#web/tracks/example-track.ts'
import LoginPage, {
  action as logInAction,
  clientAction as logInInBrowser,
  loader as loginLoader,
} from './login-page.tsx'
import RegisterPage, {
  action as registerAction,
  clientAction as registerInBrowser,
} from './register-page.tsx'

type StubRoute = Parameters<typeof createRoutesStub>[0][number]
type FakeResponse = { status?: number; body: unknown }

/** The arguments of a page's loader or action, with an API that returns `response` for every call. */
function visit(address: string, response: FakeResponse, fields: Record<string, string> = {}) {
  const url = new URL(address, 'http://shop.test')
  const sent: unknown[] = []
  const context = new RouterContextProvider()
  const api = createApi(
    ({ body }) => {
      sent.push(body === undefined ? null : JSON.parse(body))
      return Promise.resolve({ status: response.status ?? 200, cookies: [], body: response.body })
    },
    { sent: null, received: [] },
  )
  context.set(apiContext, api)
  const request = new Request(url, { method: 'POST', body: new URLSearchParams(fields) })
  return { args: { context, url, request, params: {}, pattern: url.pathname }, sent }
}

/** The redirect target of a loader or action. */
async function destination(promise: Promise<unknown>): Promise<string | null> {
  const thrown: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  )
  return thrown instanceof Response ? thrown.headers.get('location') : null
}

const singer = { id: 'u1', username: 'Sam', role: 'customer' }
const login = { email: 'sam@example.com', password: 'a few words in a row' }

test.each([
  ['/login?next=/cart', '/cart'],
  ['/login', '/'],
  ['/login?next=//evil.test', '/'],
  ['/login?next=https://evil.test', '/'],
])('a login at %s redirects to %s', async (address, next) => {
  const { args, sent } = visit(address, { body: singer }, login)
  expect(await destination(logInAction(args))).toBe(next)
  expect(sent).toEqual([login])
})

test.each([
  ['/register?next=/cart', RegisterPage],
  ['/login?next=/cart', LoginPage],
] as const)(
  'a guest on the way to the cart reads at %s what waits there and why, and nothing is an error',
  async (address, Page) => {
    localStorage.clear()
    const tracks = [569, 500, 520].map((customerPricePence) =>
      exampleTrack({ id: crypto.randomUUID(), customerPricePence }),
    )
    vi.stubGlobal('fetch', (path: string) =>
      Promise.resolve(Response.json(path.includes('id-and-role') ? { id: null } : { tracks })),
    )
    writeGuestCart(tracks.map(({ id }) => ({ trackId: id, addedAt: '2026-11-20T10:00:00.000Z' })))
    await cart.follow('guest')
    const Stub = createRoutesStub([
      {
        path: address.split('?')[0] ?? '',
        Component: () => <Page {...Object({ loaderData: { role: 'customer' } })} />,
      },
    ])
    const page = within(render(<Stub initialEntries={[address]} />).container)
    expect(page.getByText('Your 3 tracks, £15.89')).toBeDefined()
    expect(page.getByText(/You need an account to pay/)).toBeDefined()
    expect(page.queryByRole('alert')).toBeNull()

    const elsewhere = within(
      render(<Stub initialEntries={[address.replace('/cart', '/tracks')]} />).container,
    )
    expect(elsewhere.queryByText(/Your 3 tracks/)).toBeNull()
  },
)

test('a user who is already logged in is redirected', async () => {
  const who = { id: 'u1', role: 'customer', isBanned: false, hasBoughtCommission: false }
  const { args } = visit('/login?next=/my-tracks', { body: who })
  expect(await destination(loginLoader(args))).toBe('/my-tracks')
})

test.each([
  ['/register', 'customer', '/?success=customer_registered'],
  ['/register', 'artist', '/artist-dashboard?success=artist_registered'],
  ['/register?next=/cart', 'customer', '/cart?success=customer_registered'],
])('a registration at %s as %s redirects to %s (D-001)', async (address, role, next) => {
  const fields = { ...login, username: 'Sam', role }
  const { args, sent } = visit(address, { body: { ...singer, role } }, fields)
  expect(await destination(registerAction(args))).toBe(next)
  expect(sent).toEqual([fields])
})

test('a form cannot request the admin role', async () => {
  const { args, sent } = visit('/register', { body: singer }, { ...login, role: 'admin' })
  await destination(registerAction(args))
  expect(sent).toEqual([{ ...login, username: '', role: 'customer' }])
})

/** Renders a page with the `actionData` of a refused form. */
function showRefused(page: Pick<StubRoute, 'Component'>, address: string, actionData: unknown) {
  const Stub = createRoutesStub([{ id: 'form', path: '*', ...page }])
  const loaderData = { form: { role: 'customer' } }
  render(
    <Stub
      initialEntries={[address]}
      hydrationData={{ loaderData, actionData: { form: actionData } }}
    />,
  )
}

test('a refused login keeps the email, not the password, and shows the reason', async () => {
  const message = 'The email or password is incorrect.'
  const { args } = visit('/login', { status: 401, body: { code: 'wrong_login', message } }, login)
  const { data, init } = await logInAction(args)
  expect(init?.status).toBe(401)

  showRefused({ Component: LoginPage }, '/login?next=/cart', data)

  expect(screen.getByRole('alert').textContent).toBe(message)
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(login.email)
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('')
  expect(screen.getByRole('link', { name: 'Open an account' }).getAttribute('href')).toBe(
    '/register?next=%2Fcart',
  )
})

test.each([
  ['/login', LoginPage, logInInBrowser],
  ['/register', RegisterPage, registerInBrowser],
] as const)(
  'without a connection %s keeps its form and shows the network error',
  async (path, Page, send) => {
    const { args } = visit(path, { body: null }, login)
    const failToFetch = () => Promise.reject(new TypeError('Failed to fetch'))
    const refused: unknown = await send({ ...args, serverAction: failToFetch })
    // With the status of a refusal the page's data is not fetched again.
    expect(refused).toMatchObject({ init: { status: 503 } })
    const { data: actionData } = refused as { data: unknown }
    showRefused({ Component: Page as StubRoute['Component'] }, path, actionData)
    expect(screen.getByRole('alert').textContent).toBe(apiMessages.network)
  },
)

test('each invalid field is marked, and the summary links to it', async () => {
  const issues = [
    { path: ['username'], message: 'Please choose a username of at least 3 characters' },
    { path: ['password'], message: 'Please choose a password of at least 10 characters' },
  ]
  const body = { code: 'invalid_input', message: 'Please check the highlighted fields.', issues }
  const fields = { ...login, username: 'S', role: 'artist' }
  const { args } = visit('/register', { status: 400, body }, fields)
  const { data } = await registerAction(args)

  showRefused({ Component: RegisterPage }, '/register?next=/cart', data)

  const username = screen.getByLabelText<HTMLInputElement>('Username')
  expect([username.value, username.getAttribute('aria-invalid')]).toEqual(['S', 'true'])
  expect(screen.getByLabelText('Email').hasAttribute('aria-invalid')).toBe(false)
  const summary = within(screen.getByRole('alert'))
  const link = summary.getByRole('link', { name: issues[1]?.message })
  expect(link.getAttribute('href')).toBe('#password')
  // In another tab, so that what was typed stays.
  const target = (name: string) => {
    const { pathname, target: tab } = screen.getByRole<HTMLAnchorElement>('link', { name })
    return [pathname, tab]
  }
  expect(['terms', 'privacy policy'].map(target)).toEqual([
    ['/terms', '_blank'],
    ['/privacy', '_blank'],
  ])
  // A navigation, even to the same page, would remove the action data.
  expect(fireEvent.click(link)).toBe(false)
  expect(document.activeElement).toBe(screen.getByLabelText('Password'))
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'I record' }).checked).toBe(true)
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe(
    '/login?next=%2Fcart',
  )
})

test('an email and a username that are both taken are shown at both fields', async () => {
  const issues = ['email', 'username'].map((name) => ({ path: [name], message: `${name} taken` }))
  const body = { code: 'username_taken', message: 'Taken.', issues }
  const { args } = visit('/register', { status: 409, body }, login)
  const { data } = await registerAction(args)
  showRefused({ Component: RegisterPage }, '/register', data)
  for (const label of ['Email', 'Username'])
    expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true')
})

test.each([
  ['email_taken', 'Email', 'This email already has an account. Log in instead.'],
  ['username_taken', 'Username', 'This username is taken. Please choose another.'],
  ['password_common', 'Password', 'This password is one of the first that are guessed.'],
])('a refusal with the code %s is shown at the field %s', async (code, label, message) => {
  const { args } = visit('/register', { status: 409, body: { code, message } }, login)
  const { data } = await registerAction(args)
  showRefused({ Component: RegisterPage }, '/register', data)
  expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true')
})
