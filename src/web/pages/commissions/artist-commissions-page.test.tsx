import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { createRoutesStub, RouterContextProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { CommissionSettings } from '#contracts/artists/commission-settings.ts'
import { createApi } from '#web/api/client.ts'
import { apiContext } from '#web/api/contexts.ts'
import { exampleCommission } from '#web/commissions/example-commission.ts'
import { toast } from '#web/ui/toasts/toast.ts'
import ArtistCommissionsPage, { loader } from './artist-commissions-page.tsx'

const settings: CommissionSettings = {
  commissionPrice: 40,
  commissionPricePence: 4000,
  deliveryDays: 7,
  availableForCommission: true,
  isFullyBooked: false,
  commissionPlaces: 5,
  openCommissions: 2,
  includedRevisions: 2,
  canBePaid: true,
}
const waiting = exampleCommission({ viewer: 'artist' })
const paid = exampleCommission({
  id: '0198f000-0000-7000-8000-0000000000c2',
  viewer: 'artist',
  name: 'Danny Boy',
  offerTitle: 'Two guitars',
  status: 'requested',
})
const list = {
  commissions: [waiting, paid],
  openCommissions: 2,
  allCommissions: 42,
  totalCommissions: 42,
  totalPages: 3,
  currentPage: 2,
}

function visit(search: string, answers: Record<string, unknown> = {}) {
  const asked: string[] = []
  const url = new URL(`http://shop.test/artist-dashboard/commissions${search}`)
  const context = new RouterContextProvider()
  const api = createApi(
    ({ path }) => {
      asked.push(path)
      const known: Record<string, unknown> = {
        '/api/proxy/auth/get-id-and-role': { id: 'u1', role: 'artist' },
        '/api/artist/commission-settings': settings,
        '/api/artist/offers': { offers: [], version: 0 },
        ...answers,
      }
      return Promise.resolve({ status: 200, cookies: [], body: known[path] ?? list })
    },
    { sent: null, received: [] },
  )
  context.set(apiContext, api)
  const pattern = '/artist-dashboard/commissions'
  return { asked, args: { context, url, request: new Request(url), params: {}, pattern } }
}

async function open(search = '', changes: Partial<CommissionSettings> = {}) {
  cleanup()
  const answers = { '/api/artist/commission-settings': { ...settings, ...changes } }
  const { asked, args } = visit(search, answers)
  const page = await loader(args)
  const Stub = createRoutesStub([
    {
      id: 'page',
      path: '/artist-dashboard/commissions',
      Component: ArtistCommissionsPage,
      loader: () => page,
    },
  ])
  render(
    <Stub
      initialEntries={[`/artist-dashboard/commissions${search}`]}
      hydrationData={{ loaderData: { page } }}
    />,
  )
  return asked
}

async function locationOf(promise: Promise<unknown>) {
  const thrown = await promise.catch((reason: unknown) => reason)
  return thrown instanceof Response ? thrown.headers.get('location') : null
}

test('the artist’s commissions say whose turn it is, by when, and for how much', async () => {
  const asked = await open()
  expect(asked).toContain('/api/commissions?as=artist&page=1')
  const rows = screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.closest('li'))
  const texts = rows.map((row) => row?.textContent ?? '')
  expect(texts).toHaveLength(2)
  for (const part of [
    'Skylark in B flat',
    'For Mia · £40.00',
    'Your turn: Accept or decline',
    'Waiting for the artist',
    '5 days left',
  ])
    expect(texts[0]).toContain(part)
  expect(texts[1]).not.toContain('Your turn')
  expect(texts[1]).toContain('For Mia · £40.00 · Two guitars')
  expect(screen.getByRole('link', { name: 'Danny Boy' }).getAttribute('href')).toBe(
    `/commissions/${paid.id}`,
  )
})

test('the list is filtered and paged by its URL', async () => {
  const asked = await open('?state=open&page=2')
  expect(asked).toContain('/api/commissions?as=artist&state=open&page=2')
  const states = within(screen.getByRole('navigation', { name: 'Which commissions' }))
  expect(
    states
      .getAllByRole('link')
      .map((link) => [
        link.textContent,
        link.getAttribute('href'),
        link.getAttribute('aria-current'),
      ]),
  ).toEqual([
    ['All', '/artist-dashboard/commissions', null],
    ['Open', '/artist-dashboard/commissions?state=open', 'page'],
    ['Approved', '/artist-dashboard/commissions?state=done', null],
    ['Ended', '/artist-dashboard/commissions?state=ended', null],
  ])
  expect(screen.getByRole('link', { name: 'Next' }).getAttribute('href')).toBe(
    '/artist-dashboard/commissions?state=open&page=3',
  )
})

test('a visitor logs in first, and a customer is led to where one becomes an artist', async () => {
  const as = (user: object) => visit('?page=2', { '/api/proxy/auth/get-id-and-role': user }).args
  expect(await locationOf(loader(as({ id: null, role: null })))).toBe(
    '/login?next=%2Fartist-dashboard%2Fcommissions%3Fpage%3D2',
  )
  expect(await locationOf(loader(as({ id: 'u1', role: 'customer' })))).toBe('/artist-dashboard')
})

test('places, revisions, price, promise and availability are saved together', async () => {
  const success = vi.spyOn(toast, 'success').mockReturnValue()
  const sent: [string, unknown][] = []
  vi.stubGlobal('fetch', (path: string, { method, body }: { method: string; body: string }) => {
    sent.push([`${method} ${path}`, JSON.parse(body)])
    return Promise.resolve(Response.json(settings))
  })
  await open()
  screen.getByText('2 of your 5 places are taken.')
  const form = screen.getByRole('form', { name: 'What you take on' })
  const submit = async () => {
    fireEvent.submit(form)
    await act(() => vi.dynamicImportSettled())
  }
  const field = (label: RegExp) => within(form).getByLabelText<HTMLInputElement>(label)
  fireEvent.change(field(/^Places/), { target: { value: '21' } })
  await submit()
  within(form).getByText('Please choose a number from 1 to 20', { selector: '.field *' })
  expect(sent).toEqual([])

  fireEvent.change(field(/^Places/), { target: { value: '8' } })
  fireEvent.change(field(/^Included revisions/), { target: { value: '3' } })
  fireEvent.click(field(/^I take commissions/))
  await submit()
  expect(sent).toEqual([
    [
      'PUT /api/artist/commission-settings',
      {
        commissionPlaces: '8',
        includedRevisions: '3',
        commissionPrice: '40.00',
        deliveryDays: '7',
        availableForCommission: '',
      },
    ],
  ])
  expect(success).toHaveBeenCalledTimes(1)
})

test('an artist whose places are all taken reads what singers see', async () => {
  await open('', { isFullyBooked: true, openCommissions: 5 })
  const sentence = /^5 of your 5 places are taken\. Singers see that you are fully booked/
  expect(screen.getByText(sentence)).toBeDefined()
})
