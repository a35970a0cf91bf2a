import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { OwnTrack } from '#contracts/own-tracks.ts'
import type { PaymentSetup } from '#contracts/payments.ts'
import type { Upload } from '#contracts/uploads.ts'
import type { Refused } from '#web/api/result.ts'
import { toast } from '#web/ui/toasts/toast.ts'
import { exampleUpload } from '#web/uploads/transfers/example-upload.ts'
import { ArtistDashboard } from './artist-dashboard.tsx'
import { exampleOwnTrack, exampleOwnTracks } from './example-own-track.ts'

const own = exampleOwnTrack({ title: 'Skylark', customerPricePence: 569 })
const processing = exampleUpload({ title: 'Danny Boy', fileName: 'danny.wav' })

const ready: PaymentSetup = { state: 'ready', isBankUnusable: false, todo: [] }
const unread: Refused = {
  ok: false,
  status: 502,
  code: 'unknown',
  message: 'The card provider does not answer.',
}

const nothing = () => ({ uploads: [], tracks: [] })

/** Renders the dashboard; a revalidation calls `lists` again. */
function open(
  setup: PaymentSetup | Refused,
  lists: () => { uploads: Upload[]; tracks: OwnTrack[] },
  at = '/',
  { isEmailConfirmed = true, uploadedTracks = 1 } = {},
) {
  cleanup()
  const Stub = createRoutesStub([
    {
      path: '/',
      loader() {
        const { uploads, tracks } = lists()
        return { uploads, own: exampleOwnTracks(...tracks) }
      },
      Component: ({ loaderData }) => (
        <ArtistDashboard
          id="u1"
          {...loaderData}
          setup={'ok' in setup ? setup : { ok: true, value: setup }}
          refused={null}
          isEmailConfirmed={isEmailConfirmed}
          uploadedTracks={uploadedTracks}
        />
      ),
      HydrateFallback: () => null,
    },
  ])
  render(<Stub initialEntries={[at]} />)
}

test('the way to upload a track stands beside the heading, before everything else', async () => {
  open(ready, () => ({ uploads: [], tracks: [own] }))
  const upload = await screen.findByRole('link', { name: 'Upload New Track' })
  const heading = screen.getByRole('heading', { level: 1, name: 'Artist Dashboard' })
  expect(upload.previousElementSibling).toBeNull()
  expect(upload.parentElement?.previousElementSibling).toBe(heading)
  const regions = screen.getAllByRole('region')
  expect(regions.length).toBeGreaterThan(1)
  for (const region of regions)
    expect(upload.compareDocumentPosition(region)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('own tracks show the artist’s share, the customer’s price, sales and downloads (D-013)', async () => {
  open(ready, () => ({ uploads: [], tracks: [own] }))
  const link = await screen.findByRole('link', { name: 'Skylark' })
  expect(link.getAttribute('href')).toBe(`/tracks/${own.id}?from=artist-dashboard`)
  const row = within(link.closest('li') ?? link)
  for (const figure of ['£4.99', '£5.69', '12', '34']) row.getByText(figure)
})

test('an artist with tracks that were taken down finds the reasons from every page of the own tracks', async () => {
  open(ready, () => ({ uploads: [], tracks: [own] }))
  await screen.findByRole('link', { name: 'Skylark' })
  expect(screen.queryByRole('link', { name: /taken down/ })).toBeNull()
  const down = ['Skye', 'Danny Boy'].map((title) => exampleOwnTrack({ title, isTakenDown: true }))
  open(ready, () => ({ uploads: [], tracks: [own, ...down] }))
  const link = await screen.findByRole('link', { name: '2 of your tracks were taken down' })
  expect(link.getAttribute('href')).toBe('/artist-dashboard/take-downs')
})

test('an artist who cannot be paid yet sees the missing steps and cannot upload (UPL-29, ERR-21, D-009)', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ count: 1 })))
  open(
    { state: 'incomplete', isBankUnusable: false, todo: ['Your bank account'] },
    nothing,
    '/?upload=new',
  )
  await screen.findByText('Your bank account')
  screen.getByRole('button', { name: 'Set up payments', hidden: true })
  const sentence =
    'Complete your Stripe account setup to enable track uploads. Check your Artist Dashboard for required steps.'
  fireEvent.submit(await screen.findByRole('form', { name: 'Upload New Track' }))
  expect((await screen.findByRole('alert')).textContent).toBe(sentence)
})

test('an artist whose bank did not take a payout reads where to look', async () => {
  open({ ...ready, isBankUnusable: true }, () => ({ uploads: [], tracks: [] }))
  const link = await screen.findByRole('link', { name: 'See what to do' })
  expect(link.getAttribute('href')).toBe('/artist-dashboard/payouts')
})

test('an artist who can be paid sees a confirmation', async () => {
  open(ready, () => ({ uploads: [], tracks: [] }))
  expect(await screen.findByText('You can be paid.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Set up payments' })).toBeNull()
})

test('an upload shows its progress, and appears among the tracks when it is listed (UPL-28, ERR-19)', async () => {
  const success = vi.spyOn(toast, 'success')
  let isListed = false
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ ...processing, state: isListed ? 'listed' : 'processing' })),
  )
  open(ready, () =>
    isListed ? { uploads: [], tracks: [own] } : { uploads: [processing], tracks: [] },
  )
  await screen.findByText('Measuring loudness')

  isListed = true
  await screen.findByRole('link', { name: 'Skylark' })

  expect(success.mock.calls).toEqual([['Track uploaded successfully!']])
  expect(screen.queryByText('Danny Boy')).toBeNull()
})

test('a refusal that arrives while the page is open is announced', async () => {
  const reason = 'The recording is silent.'
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ ...processing, state: 'refused', reason })),
  )
  open(ready, () => ({ uploads: [processing], tracks: [] }))
  const row = within((await screen.findByText('Danny Boy')).closest('li') ?? document.body)
  const regions = row.getAllByRole('status')
  const reasonText = await row.findByText(reason)
  expect(regions.some((region) => region.isConnected && region.contains(reasonText))).toBe(true)
})

test('a refused upload shows the reason until it is dismissed', async () => {
  const reason = 'The recording is silent.'
  let uploads: Upload[] = [{ ...processing, state: 'refused', reason }]
  const requests: string[] = []
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    requests.push(`${init.method} ${path}`)
    uploads = []
    return Promise.resolve(Response.json({}))
  })
  open(ready, () => ({ uploads, tracks: [] }))
  await screen.findByText(reason)

  fireEvent.click(screen.getByRole('button', { name: 'Dismiss Danny Boy' }))

  await waitFor(() => expect(screen.queryByText(reason)).toBeNull())
  expect(requests).toEqual([`DELETE /api/proxy/uploads/${processing.id}`])
  await act(async () => {})
})

const steps = () => screen.queryByRole('region', { name: 'Three steps to your first sale' })
/** Of each step, whether it has a tick and whether it is the next one. */
const items = () =>
  within(steps() ?? document.body)
    .getAllByRole('listitem')
    .map((item) => [
      within(item).queryByLabelText('Done:') !== null,
      item.getAttribute('aria-current') === 'step',
    ])
const done = [true, false]
const next = [false, true]
const later = [false, false]

test('the dashboard begins with the steps that are left, with ticks, until the first track is there', async () => {
  const todo: PaymentSetup = { state: 'not_started', isBankUnusable: false, todo: [] }
  open(todo, nothing, '/', { isEmailConfirmed: false, uploadedTracks: 0 })
  await screen.findByText('Confirm your email')
  expect(items()).toEqual([next, later, later])
  open(todo, nothing, '/', { isEmailConfirmed: true, uploadedTracks: 0 })
  const link = await screen.findByText('See what is needed')
  // In one column, beside the number.
  expect(link.parentElement?.textContent).toBe('Set up paymentsSee what is needed')
  expect(items()).toEqual([done, next, later])
  open(ready, nothing, '/', { isEmailConfirmed: true, uploadedTracks: 0 })
  await screen.findByText('Upload your first track')
  expect(items()).toEqual([done, done, next])
  open(ready, nothing)
  await screen.findByText('You can be paid.')
  expect(steps()).toBeNull()
})

test('payments have no tick while nothing is known of them, and the artist may upload', async () => {
  open(unread, nothing, '/', { isEmailConfirmed: true, uploadedTracks: 0 })
  await screen.findByText(unread.message)
  expect(items()).toEqual([done, later, next])
  // With a first track they were set up once.
  open(unread, nothing)
  await screen.findByText(unread.message)
  expect(steps()).toBeNull()
})

test.each([
  [false, 'confirm your email', '/settings'],
  [true, 'set up payments', '/artist-dashboard'],
])(
  'before payments are set up the form names the first step, and takes no file',
  async (isEmailConfirmed, name, href) => {
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ count: 1 })))
    open({ state: 'not_started', isBankUnusable: false, todo: [] }, nothing, '/?upload=new', {
      isEmailConfirmed,
    })
    const link = await screen.findByRole('link', { name })
    expect(link.getAttribute('href')).toBe(href)
    expect(screen.getByLabelText<HTMLInputElement>('Track file').disabled).toBe(true)
  },
)
