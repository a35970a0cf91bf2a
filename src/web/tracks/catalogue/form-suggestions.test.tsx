// Suggestions in the catalogue's form.

import { act, fireEvent } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Suggestion } from '#contracts/catalogue.ts'
import { openCatalogueForm } from './test-catalogue-form.tsx'
// Loaded before the tests, as the first use of a box does.
import '#web/tracks/search/suggestions.tsx'

const artistId = '0198f000-0000-7000-8000-0000000000aa'
const suggestions: Suggestion[] = [
  { kind: 'title', text: 'Autumn Leaves', originalArtist: 'Joseph Kosma' },
  { kind: 'artist', text: 'Autumn Reed', artistId },
]
vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ suggestions, filters: [] })))

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** Types into the box and waits for the suggestions, not for the search. */
async function typed(address: string, text: string) {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const form = openCatalogueForm(address)
  await act(async () => form.box.focus())
  await pass(0)
  fireEvent.input(form.box, { target: { value: text } })
  await pass(200)
  return {
    ...form,
    where: () => form.page.getByText(/^(PUSH|POP|REPLACE) /).textContent,
    choose: (name: RegExp) => fireEvent.click(form.page.getByRole('option', { name })),
  }
}

test('a chosen title is searched at once, without the filters, and is in the box', async () => {
  const { box, choose, where } = await typed('/tracks?genre=Jazz&page=2', 'aut')
  choose(/^Autumn Leaves/)
  await pass(0)
  expect([where(), box.value]).toEqual(['PUSH /tracks?query=Autumn+Leaves', 'Autumn Leaves'])
  await pass(2000)
  expect(where()).toBe('PUSH /tracks?query=Autumn+Leaves')
})

test.each(['/tracks', '/tracks?query=glass'])(
  'from %s a chosen artist’s tracks are listed, and the typed text does not become a search',
  async (address) => {
    const { box, choose, where } = await typed(address, 'aut')
    choose(/^Autumn Reed/)
    await pass(2000)
    expect([where(), box.value]).toEqual([`PUSH /tracks?artistId=${artistId}`, ''])
  },
)
