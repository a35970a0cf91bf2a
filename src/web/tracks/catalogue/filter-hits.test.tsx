import { act, cleanup, fireEvent, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { FilterHits } from '#contracts/catalogue.ts'
import { openCatalogueForm } from './test-catalogue-form.tsx'

// React reads the FormData of a form submitted in a transition, which this DOM does not support.
vi.stubGlobal('FormData', function () {})

type Call = { url: string; signal: AbortSignal; respond: (response: Response) => Promise<void> }

/** A server that responds when the test says so. */
function slowServer() {
  const calls: Call[] = []
  const fetched = (url: string, { signal }: { signal: AbortSignal }) =>
    new Promise<Response>((resolve) => {
      const respond = (response: Response) => act(async () => resolve(response))
      calls.push({ url, signal, respond })
    })
  vi.stubGlobal('fetch', fetched)
  onTestFinished(() => void vi.unstubAllGlobals())
  return calls
}

const genreHits = (folk: number, jazz: number): FilterHits => [
  { name: 'genre', choices: [choice('Folk', folk), choice('Jazz', jazz)] },
]
const keyHits = (...keys: [string, number][]): FilterHits => [
  { name: 'keySig', choices: keys.map(([key, hits]) => choice(key, hits)) },
]
const choice = (value: string, hits: number) => ({ value, hits })
const counted = (filters: FilterHits) => Response.json({ filters })

type Opened = ReturnType<typeof openCatalogueForm>

const hitsOf = ({ page }: Opened, name: string, role = 'radio') => {
  const control = page.getByRole(role, { name, hidden: true })
  return control.parentElement?.querySelector('.choice-hits')?.textContent
}

/** Opens the panel as the browser does. */
async function openPanel({ page }: Opened) {
  const panel = page.getByText('Advanced Filters').closest('details')
  if (!panel) throw new Error('There is no panel.')
  panel.open = true
  await act(async () => fireEvent(panel, new Event('toggle')))
}

test('the hits of each choice are fetched when the panel is opened, by a call of their own', async () => {
  const calls = slowServer()
  const opened = openCatalogueForm('/tracks?orderBy=price&page=2')
  expect(calls).toEqual([])
  await openPanel(opened)
  expect(calls.map(({ url }) => url)).toEqual(['/public/tracks/filters'])
  expect(hitsOf(opened, 'Folk')).toBe('')
  await calls[0]?.respond(counted(genreHits(1234, 45_678)))
  expect(hitsOf(opened, 'Folk')).toBe('1,234 tracks')
  expect(hitsOf(opened, 'Jazz')).toBe('46k tracks')
  const folk = opened.page.getByRole('radio', { name: 'Folk' })
  expect(document.getElementById(folk.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    '1,234 tracks',
  )
})

test('a choice without hits is marked, and can still be chosen', async () => {
  const calls = slowServer()
  const opened = openCatalogueForm('/tracks?isHigher=true')
  await openPanel(opened)
  await calls[0]?.respond(counted(genreHits(0, 1)))
  const folk = opened.page.getByRole<HTMLInputElement>('radio', { name: 'Folk' })
  expect(folk.parentElement?.hasAttribute('data-without-hits')).toBe(true)
  expect(hitsOf(opened, 'Jazz')).toBe('1 track')
  fireEvent.click(folk)
  await waitFor(() => expect(opened.where()).toBe('PUSH /tracks?genre=Folk&isHigher=true'))
})

test('changed filters are counted again, and a late response to the former ones is ignored', async () => {
  const calls = slowServer()
  const opened = openCatalogueForm('/tracks?isHigher=true')
  await openPanel(opened)
  fireEvent.click(opened.page.getByRole('radio', { name: 'Jazz' }))
  await waitFor(() => expect(calls).toHaveLength(2))
  expect(calls.map(({ url }) => url)).toEqual([
    '/public/tracks/filters?isHigher=true',
    '/public/tracks/filters?genre=Jazz&isHigher=true',
  ])
  expect(calls.map(({ signal }) => signal.aborted)).toEqual([true, false])
  await calls[1]?.respond(counted(genreHits(7, 8)))
  await calls[0]?.respond(counted(genreHits(1, 2)))
  expect(hitsOf(opened, 'Folk')).toBe('7 tracks')
})

test('when counting fails, only the numbers are missing', async () => {
  const calls = slowServer()
  const opened = openCatalogueForm('/tracks?isHigher=true')
  await openPanel(opened)
  await calls[0]?.respond(counted(genreHits(7, 8)))
  fireEvent.click(opened.page.getByRole('radio', { name: 'Jazz' }))
  await waitFor(() => expect(calls).toHaveLength(2))
  await calls[1]?.respond(new Response('<html>', { status: 503 }))
  expect(hitsOf(opened, 'Folk')).toBe('')
  expect(opened.page.queryByRole('alert')).toBeNull()
  expect(opened.where()).toBe('PUSH /tracks?genre=Jazz&isHigher=true')
})

test('with search text or an artist no numbers are shown: they would be those of the whole catalogue', async () => {
  const calls = slowServer()
  await openPanel(openCatalogueForm('/tracks?genre=Folk&query=glass'))
  cleanup()
  const artist = 'artistId=0198f000-0000-7000-8000-0000000000aa'
  await openPanel(openCatalogueForm(`/tracks?genre=Folk&${artist}`))
  await act(async () => {})
  expect(calls).toEqual([])
})

test('the letters show the hits with the chosen accidental, flat and sharp those with the chosen letter', async () => {
  const calls = slowServer()
  const opened = openCatalogueForm('/tracks?keySig=Eb')
  await openPanel(opened)
  await calls[0]?.respond(counted(keyHits(['D', 1], ['Db', 2], ['E', 3], ['Eb', 4], ['E#', 5])))
  expect(hitsOf(opened, 'D')).toBe('2 tracks')
  expect(hitsOf(opened, 'E')).toBe('4 tracks')
  expect(hitsOf(opened, 'Flat', 'checkbox')).toBe('4 tracks')
  expect(hitsOf(opened, 'Sharp', 'checkbox')).toBe('5 tracks')
})
