import { cleanup, render, screen, within } from '@testing-library/react'
import { createRoutesStub, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { OwnedTrack } from '#contracts/orders.ts'
import { createApi } from '#web/api/client.ts'
import { apiContext } from '#web/api/contexts.ts'
import { exampleTrack } from '#web/tracks/example-track.ts'
import MyTracksPage, { loader } from './my-tracks-page.tsx'

const skylark = exampleTrack({ title: 'Skylark', originalArtist: 'Hoagy Carmichael' })
const owned: OwnedTrack = {
  track: skylark,
  boughtAt: '2026-03-05T12:00:00.000Z',
  paidPence: 569,
  fileName: 'Skylark.wav',
  format: 'WAV',
  bytes: 3_565_158,
}

function visit(status: number, body: unknown) {
  const url = new URL('http://shop.test/my-tracks')
  const context = new RouterContextProvider()
  const send = () => Promise.resolve({ status, cookies: [], body })
  context.set(apiContext, createApi(send, { sent: null, received: [] }))
  return loader({ context, url, request: new Request(url), params: {}, pattern: '/my-tracks' })
}

async function open(tracks: OwnedTrack[]) {
  cleanup()
  const loaderData = { page: await visit(200, { tracks }) }
  const Stub = createRoutesStub([{ id: 'page', path: '/my-tracks', Component: MyTracksPage }])
  render(<Stub initialEntries={['/my-tracks']} hydrationData={{ loaderData }} />)
}

test('a bought track can be played, and downloaded without a script', async () => {
  await open([owned])
  const row = within(screen.getByRole('listitem'))
  expect(row.getByRole('link', { name: 'Skylark' }).getAttribute('href')).toBe(
    `/tracks/${skylark.id}?from=my-tracks`,
  )
  expect(row.getByRole('link', { name: 'Download Skylark' }).getAttribute('href')).toBe(
    `/api/proxy/tracks/download/${skylark.id}`,
  )
  row.getByRole('button', { name: 'Preview Skylark' })
  const text = screen.getByRole('listitem').textContent
  for (const part of ['Hoagy Carmichael', 'Key Gm', 'WAV', '3.4 MB', '05/03/2026', '£5.69']) {
    expect(text).toContain(part)
  }
})

test('a user without purchases sees a link to the tracks', async () => {
  await open([])
  screen.getByRole('heading', { name: 'Nothing here yet' })
  expect(screen.getByRole('link', { name: 'Browse tracks' }).getAttribute('href')).toBe('/tracks')
})

test('a visitor is redirected to the login page, with the return path (D-006)', async () => {
  const thrown: unknown = await visit(401, { code: 'login_required', message: 'x' }).catch(
    (reason: unknown) => reason,
  )
  const location = thrown instanceof Response ? thrown.headers.get('location') : null
  expect(location).toBe('/login?next=%2Fmy-tracks')
})
