import { act, fireEvent, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readTrackSearch } from '#rules/search/track-search.ts'
import { openCatalogueForm } from './test-catalogue-form.tsx'

// React reads the FormData of a form submitted in a transition, which this DOM does not support.
vi.stubGlobal('FormData', function () {})

function fakeTimers() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('typing is applied after a pause of 500 ms, once, without a history entry (CAT-01, VAL-30)', async () => {
  fakeTimers()
  const { box, where } = openCatalogueForm()
  fireEvent.change(box, { target: { value: 'autumn' } })
  await pass(400)
  fireEvent.change(box, { target: { value: 'autumn l' } })
  await pass(499)
  expect(where()).toBe('POP /tracks')
  await pass(1)
  expect(where()).toBe('REPLACE /tracks?query=autumn+l')
})

test('Enter searches at once, with a history entry (CAT-02)', async () => {
  fakeTimers()
  const { box, where } = openCatalogueForm()
  fireEvent.change(box, { target: { value: 'glass' } })
  fireEvent.submit(box)
  await pass(0)
  expect(where()).toBe('PUSH /tracks?query=glass')
  await pass(1000)
  expect(where()).toBe('PUSH /tracks?query=glass')
})

test('search text is trimmed, and blank text removes the search (CAT-03, VAL-30)', async () => {
  fakeTimers()
  const { box, where } = openCatalogueForm('/tracks?query=glass')
  fireEvent.change(box, { target: { value: '  skylark ' } })
  fireEvent.submit(box)
  await pass(0)
  expect(where()).toBe('PUSH /tracks?query=skylark')
  fireEvent.change(box, { target: { value: '   ' } })
  await pass(500)
  expect(where()).toBe('REPLACE /tracks')
})

test('five sorts are offered in order, with popularity selected (CAT-04, CAT-05, BUS-09)', () => {
  const options = within(openCatalogueForm().sort).getAllByRole<HTMLOptionElement>('option')
  expect(options.map((option) => [option.textContent, option.value])).toEqual([
    ['Popularity', 'popularity'],
    ['Newest First', 'date-uploaded'],
    ['Oldest First', 'date-uploaded/ascending'],
    ['Highest Rated', 'rating'],
    ['Price Low to High', 'price'],
  ])
  expect(options.find((option) => option.selected)?.value).toBe('popularity')
})

test.each([
  ['Newest First', 'date-uploaded'],
  ['Oldest First', 'date-uploaded/ascending'],
  ['Highest Rated', 'rating'],
  ['Price Low to High', 'price'],
  // Selected again after another one: as the default it is not in the URL.
  ['Popularity', null],
])('the sort %s sends %j (CAT-06)', async (label, sent) => {
  const { sort, where } = openCatalogueForm(sent === null ? '/tracks?orderBy=price' : '/tracks')
  const option = within(sort).getByRole<HTMLOptionElement>('option', { name: label })
  fireEvent.change(sort, { target: { value: option.value } })
  const search = sent === null ? '' : `?orderBy=${encodeURIComponent(sent)}`
  await waitFor(() => expect(where()).toBe(`PUSH /tracks${search}`))
  expect(readTrackSearch(new URLSearchParams(search)).orderBy).toBe(sent ?? 'popularity')
})

test('a selected sort applies at once, keeps the search and starts at page 1 (CAT-33)', async () => {
  const { sort, where } = openCatalogueForm('/tracks?query=glass&page=4')
  fireEvent.change(sort, { target: { value: 'price' } })
  await waitFor(() => expect(where()).toBe('PUSH /tracks?query=glass&orderBy=price'))
})

test('a new search starts at page 1 (CAT-32)', async () => {
  const { box, where } = openCatalogueForm('/tracks?page=4')
  fireEvent.change(box, { target: { value: 'glass' } })
  fireEvent.submit(box)
  await waitFor(() => expect(where()).toBe('PUSH /tracks?query=glass'))
})

test('typed text does not start a search after a navigation to another page', async () => {
  fakeTimers()
  const { box, link, where } = openCatalogueForm('/tracks', 800)
  fireEvent.change(box, { target: { value: 'glass' } })
  fireEvent.click(link())
  await pass(3000)
  expect(where()).toBe('/cart')
})

test('letters that were typed while an earlier search arrived stay in the box', async () => {
  fakeTimers()
  const { box, where } = openCatalogueForm('/tracks', 500)
  fireEvent.change(box, { target: { value: 'ba' } })
  await pass(501)
  fireEvent.change(box, { target: { value: 'bar' } })
  // The results of 'ba' are there after 499 ms more, and 'bar' is searched 1 ms later, before the page shows them.
  await pass(500)
  expect(box.value).toBe('bar')
  await pass(1000)
  expect(where()).toBe('REPLACE /tracks?query=bar')
  expect(box.value).toBe('bar')
})

test('a box that is emptied while its search is in progress ends with all tracks', async () => {
  fakeTimers()
  const { box, where } = openCatalogueForm('/tracks', 2000)
  fireEvent.change(box, { target: { value: 'glass' } })
  await pass(700)
  fireEvent.change(box, { target: { value: '' } })
  await pass(5000)
  expect(where()).toBe('REPLACE /tracks')
})
