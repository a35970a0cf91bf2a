import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider, useLoaderData } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { OwnTrack, OwnTrackList } from '#contracts/own-tracks.ts'
import type { PaymentSetup } from '#contracts/payments.ts'
import type { Result } from '#web/api/result.ts'
import { toast } from '#web/ui/toasts/toast.ts'
import { ArtistDashboard } from './artist-dashboard.tsx'
import { exampleOwnTrack, exampleOwnTracks } from './example-own-track.ts'

const skylark = exampleOwnTrack({ title: 'Skylark' })
const withdrawn = { ...skylark, withdrawnAt: '2026-11-20T10:00:00.000Z' }

type Options = { at?: string; send?: () => Response | Promise<Response> }

/** The dashboard at a URL; `send` responds to the calls of its buttons. */
function open(
  tracks: () => OwnTrack[],
  { at = '/artist-dashboard', send = () => Response.json({}) }: Options = {},
) {
  const calls: string[] = []
  vi.stubGlobal('fetch', (path: string, { method }: { method: string }) => {
    calls.push(`${method} ${path}`)
    return Promise.resolve().then(send)
  })
  const router = createMemoryRouter(
    [
      {
        path: '/artist-dashboard',
        loader: () => ({ own: exampleOwnTracks(...tracks()) }),
        Component: Dashboard,
        HydrateFallback: () => null,
      },
    ],
    { initialEntries: [at] },
  )
  render(<RouterProvider router={router} />)
  return { router, calls }
}

function Dashboard() {
  const { own } = useLoaderData<{ own: OwnTrackList }>()
  return (
    <ArtistDashboard
      id="u1"
      setup={ready}
      uploads={[]}
      own={own}
      refused={null}
      isEmailConfirmed
      uploadedTracks={1}
    />
  )
}

const ready: Result<PaymentSetup> = {
  ok: true,
  value: { state: 'ready', isBankUnusable: false, todo: [] },
}

const search = ({ router }: ReturnType<typeof open>) => router.state.location.search

test('a row shows price, customer price, sales and downloads, and leads to View, Edit and Withdraw (NAV-09, D-013)', async () => {
  open(() => [skylark])
  const link = await screen.findByRole('link', { name: 'View Skylark' })
  expect(link.getAttribute('href')).toBe(`/tracks/${skylark.id}?from=artist-dashboard`)
  const row = within(link.closest('li') ?? link)
  for (const figure of ['£4.99', '£5.69', '12', '34']) row.getByText(figure)
  const href = (name: string) => row.getByRole('link', { name }).getAttribute('href')
  expect(href('Edit Skylark')).toBe(`/artist-dashboard?edit=${skylark.id}`)
  expect(href('Withdraw Skylark')).toBe(`/artist-dashboard?withdraw=${skylark.id}`)
})

test('Edit opens the dialog over the list, and Back closes it (EDT-01)', async () => {
  const dashboard = open(() => [skylark])
  fireEvent.click(await screen.findByRole('link', { name: 'Edit Skylark' }))
  await screen.findByRole('dialog', { name: 'Edit Track' })
  expect(search(dashboard)).toBe(`?edit=${skylark.id}`)
  await dashboard.router.navigate(-1)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('withdrawing asks first and says what happens; the focus is on the answer that changes nothing', async () => {
  const success = vi.spyOn(toast, 'success')
  let shown = skylark
  const dashboard = open(() => [shown], {
    send() {
      shown = withdrawn
      return Response.json(withdrawn)
    },
  })
  fireEvent.click(await screen.findByRole('link', { name: 'Withdraw Skylark' }))
  const dialog = await screen.findByRole('dialog', { name: 'Withdraw this track?' })
  for (const told of ['catalogue, searches and all carts', 'who bought it keep it', 'restore it'])
    expect(dialog.textContent).toContain(told)
  const keep = within(dialog).getByRole('button', { name: 'Keep it listed' })
  await waitFor(() => expect(document.activeElement).toBe(keep))
  fireEvent.click(keep)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(dashboard.calls).toEqual([])

  fireEvent.click(await screen.findByRole('link', { name: 'Withdraw Skylark' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Withdraw' }))
  await screen.findByRole('button', { name: 'Restore Skylark' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(dashboard.calls).toEqual([`POST /api/proxy/tracks/${skylark.id}/withdraw`])
  expect(success.mock.calls).toEqual([['Track withdrawn']])
  screen.getByText('Withdrawn')
  expect(screen.queryByRole('link', { name: 'View Skylark' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Edit Skylark' })).toBeNull()
})

test('a withdrawal that fails says so in the dialog', async () => {
  open(() => [skylark], {
    at: `/artist-dashboard?withdraw=${skylark.id}`,
    send: () => Promise.reject(new TypeError('Failed to fetch')),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Withdraw' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Update failed. Please try again.')
  screen.getByRole('dialog', { name: 'Withdraw this track?' })
})

test('a withdrawn track keeps its cover', async () => {
  open(() => [withdrawn])
  const row = (await screen.findByText('Withdrawn')).closest('li')
  expect(row?.querySelector('img')?.getAttribute('src')).toBe(withdrawn.coverUrl)
})

test('a withdrawn track can be restored; its row keeps the focus', async () => {
  let shown: OwnTrack = withdrawn
  const { calls } = open(() => [shown], {
    send() {
      shown = skylark
      return Response.json(skylark)
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Restore Skylark' }))
  const edit = await screen.findByRole('link', { name: 'Edit Skylark' })
  expect(calls).toEqual([`POST /api/proxy/tracks/${skylark.id}/restore`])
  await waitFor(() => expect(document.activeElement).toBe(edit.closest('li')))
})

test('a dialog for a track on another page of the list fetches the track', async () => {
  const elsewhere = exampleOwnTrack({
    id: '0198f000-0000-7000-8000-000000000002',
    title: 'Danny Boy',
  })
  const { calls } = open(() => [skylark], {
    at: `/artist-dashboard?edit=${elsewhere.id}`,
    send: () => Response.json(elsewhere),
  })
  await screen.findByRole('dialog', { name: 'Edit Track' })
  expect(calls).toEqual([`GET /api/proxy/artists/tracks/${elsewhere.id}`])
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Danny Boy')
})

test('a dialog for another artist’s track says that it is not an own one (EDT-09)', async () => {
  const refused = { code: 'not_found', message: 'Not found' }
  open(() => [skylark], {
    at: '/artist-dashboard?edit=0198f000-0000-7000-8000-000000000003',
    send: () => Response.json(refused, { status: 404 }),
  })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('There is no such track among yours.')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('many tracks can be paged and searched, and a dialog stays over the same page', async () => {
  const list = { ...exampleOwnTracks(skylark), totalTracks: 31, totalPages: 4, currentPage: 2 }
  const Component = () => (
    <ArtistDashboard
      id="u1"
      setup={ready}
      uploads={[]}
      own={list}
      refused={null}
      isEmailConfirmed
      uploadedTracks={1}
    />
  )
  const initialEntries = ['/artist-dashboard?query=sky&page=2']
  const router = createMemoryRouter([{ path: '/artist-dashboard', Component }], { initialEntries })
  render(<RouterProvider router={router} />)
  const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  screen.getByText('Page 2 of 4')
  expect(href('Next')).toBe('/artist-dashboard?query=sky&page=3')
  expect(href('Previous')).toBe('/artist-dashboard?query=sky')
  expect(href('Edit Skylark')).toBe(`/artist-dashboard?query=sky&page=2&edit=${skylark.id}`)
  expect(
    screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search your tracks' }).value,
  ).toBe('sky')
  expect(screen.getByText(/of your tracks match/).textContent).toBe(
    '31 of your tracks match “sky”. Show all',
  )
})
