import { fireEvent, render, waitFor, within } from '@testing-library/react'
import { createRef } from 'react'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import { readTrackSearch } from '#rules/search/track-search.ts'
import { TrackFilterChips } from './filter-chips.tsx'
import { openCatalogueForm } from './test-catalogue-form.tsx'

// React reads the FormData of a form submitted in a transition, which this DOM does not support.
vi.stubGlobal('FormData', function () {})
vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')))

const artistId = '0198f000-0000-7000-8000-0000000000aa'
const everything =
  '?query=glass&keySig=Eb&vocal-range=Alto&vocalGender=female&type=Jam+Track' +
  '&backingTrackType=Piano&genre=Folk&tempo=slow&isHigher=true&isLower=true&orderBy=price&page=3'

/** The address of each link by its accessible name. */
function chipsOf(params: string, artist: string | null = null) {
  const search = readTrackSearch(new URLSearchParams(params))
  const Component = () => <TrackFilterChips search={search} artist={artist} form={createRef()} />
  const Stub = createRoutesStub([{ path: '/', Component }])
  const links = within(render(<Stub />).container).queryAllByRole('link')
  return links.map((link) => [
    link.getAttribute('aria-label') ?? link.textContent,
    new URL(link.getAttribute('href') ?? '', 'http://x').search,
  ])
}

test('every filter that is set is a link that removes it alone, and starts at page 1 (CAT-31)', () => {
  const without = (param: string) => everything.replace(`&${param}`, '').replace('&page=3', '')
  expect(chipsOf(everything)).toEqual([
    ['Remove filter Key: E♭', without('keySig=Eb')],
    ['Remove filter Vocal range: Alto', without('vocal-range=Alto')],
    ['Remove filter Vocal gender: Female', without('vocalGender=female')],
    ['Remove filter Format: Jam Track', without('type=Jam+Track')],
    ['Remove filter Instrumentation: Piano', without('backingTrackType=Piano')],
    ['Remove filter Genre: Folk', without('genre=Folk')],
    ['Remove filter Tempo: Slow (below 76 BPM)', without('tempo=slow')],
    ['Remove filter Higher key than original', without('isHigher=true')],
    ['Remove filter Lower key than original', without('isLower=true')],
    ['Clear Filters', '?query=glass&orderBy=price'],
  ])
})

test('Clear Filters removes every advanced filter, and keeps the search and the sort (CAT-18)', async () => {
  const { page, where } = openCatalogueForm(`/tracks${everything}`)
  fireEvent.click(page.getByRole('link', { name: 'Clear Filters' }))
  await waitFor(() => expect(where()).toBe('PUSH /tracks?query=glass&orderBy=price'))
  const set = ['radio', 'checkbox']
    .flatMap((role) => page.getAllByRole<HTMLInputElement>(role))
    .filter(({ checked, value }) => checked && value !== '')
  expect(set).toEqual([])
  expect(page.queryByRole('list', { name: 'Active filters' })).toBeNull()
})

test('Clear Filters keeps what is not an advanced filter: the artist and the quality mark (CAT-18)', () => {
  const kept = `?artistId=${artistId}&qualityValidated=false&orderBy=price`
  const chips = chipsOf(`${kept}&genre=Folk&isHigher=true&page=3`, 'Rosa Lindqvist')
  const [name, address] = chips.at(-1) ?? []
  expect(name).toBe('Clear Filters')
  const params = (text = '') => Object.fromEntries(new URLSearchParams(text))
  expect(params(address ?? '')).toEqual(params(kept))
})

test('the artist is removed in the same way, and named where the name is known', () => {
  const params = `?artistId=${artistId}&orderBy=price`
  expect(chipsOf(params, 'Rosa Lindqvist')).toEqual([
    ['Remove filter Artist: Rosa Lindqvist', '?orderBy=price'],
  ])
  expect(chipsOf(params)).toEqual([['Remove filter One artist', '?orderBy=price']])
})

test('a search alone has no chips', () => {
  expect(chipsOf('?query=glass')).toEqual([])
})

test('after a chip is removed the focus goes to the next one, and after the last to the panel', async () => {
  const { page } = openCatalogueForm('/tracks?genre=Folk&isHigher=true')
  const remove = async (name: string) => {
    const chip = page.getByRole('link', { name })
    chip.focus()
    fireEvent.click(chip)
    await waitFor(() => expect(page.queryByRole('link', { name })).toBeNull())
  }
  await remove('Remove filter Genre: Folk')
  const next = page.getByRole('link', { name: 'Remove filter Higher key than original' })
  expect(document.activeElement).toBe(next)
  await remove('Remove filter Higher key than original')
  expect(document.activeElement?.textContent).toBe('Advanced Filters')
})
