import { cleanup, render, screen, within } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub, RouterContextProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { createApi } from '#web/api/client.ts'
import type { Offer } from '#contracts/artists/artists.ts'
import { apiContext, siteContext } from '#web/api/contexts.ts'
import { exampleOffer } from '#web/artists/example-offer.ts'
import { exampleCommission } from '#web/commissions/example-commission.ts'
import { exampleTrack } from '#web/tracks/example-track.ts'
import { exampleSite } from '../../../../tests/support/pages/example-site.ts'
import CommissionRequestPage, { action, loader, meta } from './commission-request-page.tsx'

const artistId = exampleCommission().artist.id
const artist = {
  id: artistId,
  username: 'rosa',
  displayName: 'Rosa',
  customerCommissionPricePence: 4420,
  availableForCommission: true,
  isFullyBooked: false,
  maxTimeTakenForCommission: '2 weeks',
  includedRevisions: 3,
  offers: [] as Offer[],
}
const earlier = exampleCommission({
  status: 'cancelled',
  statusReason: 'payment_expired',
  guideTrackUrl: 'https://example.com/a',
  singerRequestedGuideTrack: true,
})
const track = exampleTrack({
  title: 'Skylark',
  user: { id: artistId, username: 'rosa', displayName: 'Rosa', avatar: null },
})

type Answer = { status?: number; body: unknown }

function visit(
  search = '',
  answers: Record<string, Answer> = {},
  fields: Record<string, string> = {},
  id = artistId,
) {
  const calls: [string, unknown][] = []
  const url = new URL(`http://shop.test/artist/${id}/commission${search}`)
  const context = new RouterContextProvider()
  const all: Record<string, Answer> = {
    'GET /api/proxy/auth/get-id-and-role': { body: { id: 'mia', role: 'customer' } },
    [`GET /public/users/${artistId}`]: { body: artist },
    [`GET /api/commissions/${earlier.id}`]: { body: earlier },
    [`GET /api/proxy/tracks/${track.id}`]: { body: track },
    'POST /api/commission/request': { body: earlier },
    ...answers,
  }
  const api = createApi(
    ({ method, path, body: sent }) => {
      calls.push([`${method} ${path}`, JSON.parse(sent ?? 'null')])
      const { status = 200, body } = all[`${method} ${path}`] ?? { status: 404, body: {} }
      return Promise.resolve({ status, cookies: [], body })
    },
    { sent: null, received: [] },
  )
  context.set(apiContext, api)
  context.set(siteContext, { ...exampleSite, publicUrl: url.origin })
  const request = new Request(url, { method: 'POST', body: new URLSearchParams(fields) })
  const pattern = '/artist/:id/commission'
  return { args: { context, url, request, params: { id }, pattern }, calls }
}

const thrownBy = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (reason: unknown) => reason,
  )

const locationOf = (thrown: unknown) =>
  thrown instanceof Response ? thrown.headers.get('location') : null

type Loaded = Awaited<ReturnType<typeof loader>>
type Refused = Awaited<ReturnType<typeof action>>['data'] | undefined

const address = `/artist/${artistId}/commission`

function pageWith(loaderData: Loaded, actionData?: Refused) {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ id: null, role: null })))
  const Page = () => (
    <CommissionRequestPage
      {...({ loaderData, actionData } as Parameters<typeof CommissionRequestPage>[0])}
    />
  )
  const Stub = createRoutesStub([{ path: '*', Component: Page }])
  return <Stub initialEntries={[address]} />
}

test('the page has the form of that artist, named in its title', async () => {
  const loaderData = await loader(visit().args)
  expect(JSON.stringify(meta({ loaderData }))).toContain('Request Custom Track from Rosa')
  render(pageWith(loaderData))
  const form = within(screen.getByRole('form', { name: 'Request Custom Track from Rosa' }))
  form.getByText('£44.20')
  form.getByText('Included revisions: 3')
  expect(form.getByRole<HTMLButtonElement>('button', { name: /^Send request/ }).disabled).toBe(true)
  expect(screen.getByRole('link', { name: 'Rosa' }).getAttribute('href')).toBe(
    `/artist/${artistId}`,
  )
})

test('without a script the form can be sent at once, and how commissions work stands below it', async () => {
  const html = renderToString(pageWith(await loader(visit().args)))
  const page = new DOMParser().parseFromString(html, 'text/html')
  const form = page.querySelector('form')
  expect([
    form?.method,
    form?.querySelector('button[type=submit]')?.hasAttribute('disabled'),
  ]).toEqual(['post', false])
  const key = form?.querySelector<HTMLInputElement>('[name=requestKey]')?.value
  expect(key).toMatch(/^[0-9a-f-]{36}$/)
  expect(page.querySelector('noscript')?.textContent).toContain(
    'Backing Track Commission Service – How It Works',
  )
})

test('an expired commission is requested again with the form filled', async () => {
  const loaderData = await loader(visit(`?again=${earlier.id}`).args)
  expect(loaderData.initial).toEqual({
    name: earlier.name,
    requirements: earlier.requirements,
    guideTrackUrl: 'https://example.com/a',
    singerRequestedGuideTrack: 'on',
    trackId: '',
    offerId: '',
  })
  cleanup()
  render(pageWith(loaderData))
  const textOf = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label)
  expect(textOf(/^Track name/).value).toBe(earlier.name)
  expect(textOf(/guide track/).checked).toBe(true)
})

test.each([
  ['the artist’s own', { body: { ...earlier, viewer: 'artist' } }],
  ['another artist’s', { body: { ...earlier, artist: { id: 'tom', name: 'Tom' } } }],
  ['others’', { status: 404, body: { code: 'not_found', message: 'x' } }],
])('nothing is filled in from %s commission', async (_, answer) => {
  const { args } = visit(`?again=${earlier.id}`, { [`GET /api/commissions/${earlier.id}`]: answer })
  expect((await loader(args)).initial).toEqual({})
})

test('what was heard on a track’s page is filled in', async () => {
  const { initial } = await loader(visit(`?track=${track.id}&key=-2`).args)
  expect(initial).toMatchObject({
    name: 'Skylark',
    trackId: track.id,
    guideTrackUrl: `http://shop.test/tracks/${track.id}?key=-2`,
  })
})

test('a visitor registers first, and comes back; an invalid id is not found', async () => {
  const visitor = { 'GET /api/proxy/auth/get-id-and-role': { body: { id: null, role: null } } }
  expect(locationOf(await thrownBy(loader(visit('?key=-2&x=1', visitor).args)))).toBe(
    `/register?next=${encodeURIComponent(`${address}?key=-2`)}`,
  )
  const invalid = await thrownBy(loader(visit('', {}, {}, 'x').args))
  expect(invalid).toMatchObject({ init: { status: 404 } })
})

test.each([
  [{ isFullyBooked: true, availableForCommission: false }, /^Fully booked/],
  [{ availableForCommission: false }, /does not take commissions/],
])('of an artist with %o the page says so instead of the form', async (changes, words) => {
  const body = { ...artist, ...changes }
  cleanup()
  render(pageWith(await loader(visit('', { [`GET /public/users/${artistId}`]: { body } }).args)))
  screen.getByText(words)
  expect(screen.queryByRole('form')).toBeNull()
})

const written = {
  name: 'Skylark',
  requirements: 'Slowly.',
  wishedKey: 'B♭',
  voice: '',
  guideTrackUrl: '',
  requestKey: '0198f000-0000-7000-8000-00000000000a',
  'shown-': '4420',
}

test('the form without a script is sent with its key, folded, and leads to the commission', async () => {
  const { args, calls } = visit('', {}, written)
  expect(locationOf(await thrownBy(action(args)))).toBe(`/commissions/${earlier.id}`)
  expect(calls).toEqual([
    [
      'POST /api/commission/request',
      {
        artist: artistId,
        name: 'Skylark',
        requirements: 'Slowly.\n\nWished key: B♭',
        guideTrackUrl: '',
        singerRequestedGuideTrack: '',
        trackId: null,
        offerId: '',
        shownPricePence: '4420',
        requestKey: written.requestKey,
      },
    ],
  ])
})

test('a refusal without a script keeps what was typed, field by field', async () => {
  const message = 'All places are taken.'
  const refusal = { status: 409, body: { code: 'fully_booked', message } }
  const { args } = visit('', { 'POST /api/commission/request': refusal }, written)
  const refused = await action(args)
  expect(refused.init?.status).toBe(409)
  cleanup()
  render(pageWith(await loader(visit().args), refused.data))
  expect(screen.getByRole('alert').textContent).toBe(message)
  const textOf = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).value
  expect([textOf(/^Detailed requirements/), textOf(/^Key you wish for/)]).toEqual(['Slowly.', 'B♭'])
})

test('after a session has ended the form without a script leads to the log-in and back', async () => {
  const ended = { status: 401, body: { code: 'login_required', message: 'x' } }
  const { args } = visit('', { 'POST /api/commission/request': ended }, written)
  expect(locationOf(await thrownBy(action(args)))).toBe(
    `/login?next=${encodeURIComponent(address)}`,
  )
})

const offer = exampleOffer()
const withOffers = { [`GET /public/users/${artistId}`]: { body: { ...artist, offers: [offer] } } }

test('without a script every price stands at its choice, and the offer that the address names is chosen', async () => {
  const html = renderToString(pageWith(await loader(visit(`?offer=${offer.id}`, withOffers).args)))
  const form = new DOMParser().parseFromString(html, 'text/html').querySelector('form')
  const choices = [...(form?.querySelectorAll<HTMLInputElement>('[name=offerId]') ?? [])]
  expect(choices.map(({ value, checked }) => [value, checked])).toEqual([
    ['', false],
    [offer.id, true],
  ])
  const texts = choices.map((choice) => choice.closest('label')?.textContent)
  expect(texts[0]).toContain('£44.20, within 2 weeks')
  expect(texts[1]).toContain('£16.70, within 3 days')
  // It cannot follow the choice.
  const price = form?.querySelector('[aria-label=Price] .price')?.parentElement
  expect(price?.className).toBe('needs-script')
})

test('an address that names no offer of the artist leaves the plain price chosen', async () => {
  const unknown = exampleCommission().id
  cleanup()
  render(pageWith(await loader(visit(`?offer=${unknown}`, withOffers).args)))
  const plain = screen.getByRole<HTMLInputElement>('radio', { name: 'A custom track, as you wish' })
  expect(plain.checked).toBe(true)
})

test('the form without a script is sent with the chosen offer and the price beside it, and a changed price keeps what was typed', async () => {
  const call = 'POST /api/commission/request'
  const message = 'The price has changed.'
  const refusal = { status: 409, body: { code: 'commission_price_changed', message } }
  const prices = { 'shown-': '4420', [`shown-${offer.id}`]: '1560' }
  const fields = { ...written, ...prices, offerId: offer.id }
  const { args, calls } = visit('', { [call]: refusal }, fields)
  const refused = await action(args)
  expect(calls).toEqual([
    [call, expect.objectContaining({ offerId: offer.id, shownPricePence: '1560' })],
  ])
  cleanup()
  render(pageWith(await loader(visit('', withOffers).args), refused.data))
  expect(screen.getByRole('alert').textContent).toBe(message)
  const chosen = screen.getByRole<HTMLInputElement>('radio', { name: offer.title })
  expect(chosen.checked).toBe(true)
  const shown = document.querySelector<HTMLInputElement>(`[name="shown-${offer.id}"]`)
  expect(shown?.value).toBe('1670')
  expect(screen.getByLabelText<HTMLInputElement>(/^Track name/).value).toBe('Skylark')
})
