// All reviews of an artist on the page itself, for visitors without scripts: others read them in a dialog.

import { fireEvent, render, screen, within } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub, RouterContextProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { pageRoutes } from '#rules/page-paths.ts'
import { session } from '#web/accounts/session-store.ts'
import { createApi } from '#web/api/client.ts'
import { publicApiContext, siteContext } from '#web/api/contexts.ts'
import {
  artistId,
  exampleProfile,
  exampleReview,
  exampleTracks,
} from '#web/artists/profile/test-profile.tsx'
import { listed, path as reviewsCall } from '#web/artists/profile/test-reviews.tsx'
import { exampleSite } from '../../../../tests/support/pages/example-site.ts'
import ArtistPage, { loader } from './artist-page.tsx'

const listOf = (numbers: number[], currentPage: number) =>
  listed(
    numbers.map((number) => exampleReview(number)),
    { totalReviews: 12, totalPages: 3, currentPage },
  )

/** Serves two pages of reviews; a failing list is that of `status`. */
async function load(search = '', status = 200) {
  const url = new URL(`http://shop.test/artist/${artistId}${search}`)
  const asked: string[] = []
  const send = ({ path }: { path: string }) => {
    asked.push(path)
    const { pathname, searchParams } = new URL(path, url)
    if (pathname === `/public/users/${artistId}`)
      return Promise.resolve({ status: 200, cookies: [], body: exampleProfile() })
    if (pathname !== reviewsCall)
      return Promise.resolve({ status: 200, cookies: [], body: exampleTracks(['Skylark']) })
    const body = listOf([5, 4], Number(searchParams.get('page') ?? 1))
    return Promise.resolve({ status, cookies: [], body })
  }
  const context = new RouterContextProvider()
  context.set(publicApiContext, createApi(send, { sent: null, received: [] }))
  context.set(siteContext, { ...exampleSite, publicUrl: url.origin })
  const args = { context, url, request: new Request(url), params: { id: artistId }, pattern: '' }
  const loaded = await loader(args)
  return { page: loaded.data, headers: new Headers(loaded.init?.headers), asked }
}

type LoadedPage = Awaited<ReturnType<typeof load>>['page']

function stubOf(page: LoadedPage) {
  const Stub = createRoutesStub([
    { id: 'artist', path: pageRoutes.artist, Component: ArtistPage, loader: () => page },
  ])
  const hydrationData = { loaderData: { artist: page } }
  return <Stub initialEntries={[`/artist/${artistId}`]} hydrationData={hydrationData} />
}

const pathOfPage = (page: number) => `/artist/${artistId}?reviewPage=${page}#reviews`

/** As the server renders it, in a browser without scripts. */
function withoutScripts(page: LoadedPage) {
  document.body.innerHTML = renderToString(stubOf(page)).replaceAll(/<\/?noscript>/g, '')
  for (const one of document.querySelectorAll('.needs-script')) one.remove()
}

test('without scripts a link leads from the few reviews to all, and pages lead through them', async () => {
  const few = await load()
  expect(few.asked.some((path) => path.startsWith(reviewsCall))).toBe(false)
  withoutScripts(few.page)
  const all = screen.getByRole('link', { name: 'View all 12 reviews' })
  expect(all.getAttribute('href')).toBe(pathOfPage(1))

  withoutScripts((await load('?reviewPage=2')).page)
  const section = screen.getByRole('region', { name: 'Artist Reviews' })
  expect(section.id).toBe('reviews')
  const shown = within(section)
  const reviews = [...section.querySelectorAll('.review')]
  expect(reviews.map((review) => review.textContent)).toEqual([
    expect.stringContaining('Review 5'),
    expect.stringContaining('Review 4'),
  ])
  shown.getByText('Page 2 of 3')
  const href = (name: string) => shown.getByRole('link', { name }).getAttribute('href')
  expect([href('Previous'), href('Next')]).toEqual([pathOfPage(1), pathOfPage(3)])
  expect(shown.queryByRole('link', { name: 'View all 12 reviews' })).toBeNull()
  document.body.innerHTML = ''
})

test('two reviews that are all need no link', async () => {
  const { page } = await load()
  withoutScripts({ ...page, artist: exampleProfile({ numOfReviews: 2 }) })
  expect(screen.queryByRole('link', { name: /^View all/ })).toBeNull()
  document.body.innerHTML = ''
})

test('another value of the page shows the few reviews; so does a page that fails, which no cache stores', async () => {
  for (const value of ['0', '-1', '1.5', 'all', '10001', ''])
    expect([value, (await load(`?reviewPage=${value}`)).page.reviews]).toEqual([value, null])
  expect((await load('?reviewPage=2')).headers.has('cache-control')).toBe(false)
  const { page, headers } = await load('?reviewPage=2', 500)
  expect([page.reviews, headers.get('cache-control')]).toEqual([null, 'no-store'])
})

test('without scripts each example has the browser’s own player', async () => {
  withoutScripts((await load()).page)
  const players = [...document.querySelectorAll('audio')]
  expect(
    players.map((audio) => [audio.getAttribute('aria-label'), audio.getAttribute('src')]),
  ).toEqual([
    ['Example 1 of Rosa & Sons', '/public/artists/examples/1.mp3'],
    ['Example 2 of Rosa & Sons', '/public/artists/examples/2.mp3'],
  ])
  for (const { controls, preload } of players) expect([controls, preload]).toEqual([true, 'none'])
  document.body.innerHTML = ''
})

test('with scripts an artist answers a review on a page of all, which then shows the answer', async () => {
  let isAnswered = false
  const asked: string[] = []
  vi.stubGlobal('fetch', (path: string, { method = 'GET' }: RequestInit = {}) => {
    if (path.endsWith('get-id-and-role'))
      return Promise.resolve(Response.json({ id: artistId, role: 'artist', isBanned: false }))
    if (method === 'POST') isAnswered = true
    if (path.startsWith(reviewsCall)) {
      const answer = { text: 'Thank you', answeredAt: '2025-03-06T12:00:00.000Z' }
      asked.push(path)
      return Promise.resolve(
        Response.json(listed([exampleReview(5, isAnswered ? { answer } : {})], { currentPage: 2 })),
      )
    }
    return Promise.resolve(Response.json(method === 'POST' ? exampleReview(5) : exampleProfile()))
  })
  session.invalidate()
  await session.known()
  const { page } = await load('?reviewPage=2')
  render(stubOf({ ...page, tracks: page.tracks && { ...page.tracks, tracks: [] } }))
  const section = within(screen.getByRole('region', { name: 'Artist Reviews' }))
  const [button] = await section.findAllByRole('button', { name: 'Answer mia' })
  fireEvent.click(button ?? document.body)
  fireEvent.change(section.getByRole('textbox', { name: /^Your answer/ }), {
    target: { value: 'Thank you' },
  })
  fireEvent.click(section.getByRole('button', { name: /^Post/ }))
  await section.findByText('Thank you', { selector: '.review-answer p' })
  section.getByText('Review 5')
  expect(asked).toEqual([expect.stringContaining('page=2')])
})
