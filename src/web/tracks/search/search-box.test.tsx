import { act, fireEvent, render, within } from '@testing-library/react'
import { useState } from 'react'
import { createRoutesStub } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Suggestion } from '#contracts/catalogue.ts'
import { SearchBox } from './search-box.tsx'
import { suggestionPath } from './suggestion-path.ts'
// Loaded before the tests, as the first use of a box does.
import './suggestions.tsx'

const autumn: Suggestion[] = [
  { kind: 'title', text: 'Autumn Leaves', originalArtist: 'Joseph Kosma' },
  { kind: 'title', text: 'Autumn in New York', originalArtist: 'Vernon Duke' },
  { kind: 'artist', text: 'Autumn Reed', artistId: 'a1' },
]

type Respond = (query: string) => Suggestion[] | Promise<Suggestion[]>

/** A search box in a form; `asked` has the text of each request. */
async function open(respond: Respond = () => autumn, value = '') {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const asked: string[] = []
  const [chosen, submitted] = [vi.fn<(suggestion: Suggestion) => void>(), vi.fn<() => void>()]
  vi.stubGlobal('fetch', async (path: string) => {
    const query = new URL(path, 'http://x').searchParams.get('query') ?? ''
    asked.push(query)
    return Response.json({ suggestions: await respond(query) })
  })
  function Page() {
    const [text, setText] = useState(value)
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submitted()
        }}
      >
        <SearchBox
          value={text}
          onChange={(event) => setText(event.target.value)}
          onChoose={chosen}
        />
        <button type="submit">Search</button>
      </form>
    )
  }
  const Stub = createRoutesStub([{ path: '/', Component: Page }])
  const page = within(render(<Stub />).container)
  const box = page.getByRole<HTMLInputElement>('searchbox', { name: 'Search tracks' })
  await act(async () => box.focus())
  await pass(0)
  const type = async (text: string, pauseMs = 120) => {
    fireEvent.input(box, { target: { value: text } })
    await pass(pauseMs)
  }
  /** Returns false when the browser's own action is prevented. */
  const press = (key: string, modifiers = {}) => fireEvent.keyDown(box, { key, ...modifiers })
  const options = () => page.queryAllByRole('option')
  /** The suggestion that the box names as active. */
  const active = () => {
    const id = box.getAttribute('aria-activedescendant')
    return options().find((option) => option.id === id)?.textContent ?? null
  }
  return { page, box, type, press, options, active, asked, chosen, submitted }
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('the box is a plain search input until it is used, then a combobox with the same name', async () => {
  const { page, box, options } = await open()
  expect(page.getByRole('combobox', { name: 'Search tracks' })).toBe(box)
  expect(box.getAttribute('aria-expanded')).toBe('false')
  expect(options()).toEqual([])
})

test('what is typed gets suggestions of titles and artists, and their number is announced', async () => {
  const { page, box, type, options, active } = await open()
  await type('aut')
  expect(options().map((option) => option.textContent)).toEqual([
    'Autumn Leaves as sung by Joseph Kosma',
    'Autumn in New York as sung by Vernon Duke',
    'Autumn Reed Artist',
  ])
  expect(page.getByRole('listbox', { name: 'Suggestions' }).id).toBe(
    box.getAttribute('aria-controls'),
  )
  expect(box.getAttribute('aria-expanded')).toBe('true')
  expect(page.getByRole('status').textContent).toBe('3 suggestions')
  expect([active(), box.value]).toEqual([null, 'aut'])
})

test('fast typing sends one request, and blank text none', async () => {
  const { type, asked } = await open()
  await type('a', 60)
  await type('au', 60)
  await type('aut')
  await type('   ')
  expect(asked).toEqual(['aut'])
})

test('text from before the box was used gets no suggestions, until the arrow asks for them', async () => {
  const { press, options, asked } = await open(undefined, 'autumn')
  await pass(1000)
  expect(asked).toEqual([])
  press('ArrowDown')
  await pass(120)
  expect(options()).toHaveLength(3)
})

test('a response to an earlier text never replaces a later one', async () => {
  const slow = Promise.withResolvers<Suggestion[]>()
  const { type, options } = await open((query) => (query === 'a' ? slow.promise : autumn.slice(2)))
  await type('a')
  await type('autumn r')
  expect(options()).toHaveLength(1)
  slow.resolve(autumn)
  await pass(0)
  expect(options().map((option) => option.textContent)).toEqual(['Autumn Reed Artist'])
})

test('after Escape the former suggestions do not come back while those of the next text are fetched', async () => {
  const slow = Promise.withResolvers<Suggestion[]>()
  const { type, press, options } = await open((query) => (query === 'a' ? autumn : slow.promise))
  await type('a')
  press('Escape')
  await type('au')
  expect(options()).toEqual([])
  slow.resolve(autumn.slice(2))
  await pass(0)
  expect(options()).toHaveLength(1)
})

test('the arrows move through the suggestions and back to the text, which stays as typed', async () => {
  const { box, type, press, active, options } = await open()
  await type('aut')
  const moves: [string, string | undefined][] = [
    ['ArrowDown', options()[0]?.textContent],
    ['ArrowDown', options()[1]?.textContent],
    ['ArrowUp', options()[0]?.textContent],
    ['ArrowUp', undefined],
    ['ArrowUp', options()[2]?.textContent],
    ['ArrowDown', undefined],
  ]
  for (const [key, expected] of moves) {
    expect(press(key)).toBe(false)
    expect(active()).toBe(expected ?? null)
  }
  press('ArrowDown')
  expect(options().map((option) => option.getAttribute('aria-selected'))).toEqual([
    'true',
    'false',
    'false',
  ])
  expect(box.value).toBe('aut')
})

test.each(['Home', 'End'])('%s moves the cursor in the text', async (key) => {
  const { type, press, active, options } = await open()
  await type('aut')
  press('ArrowDown')
  expect(press(key)).toBe(true)
  expect(active()).toBeNull()
  expect(options()).toHaveLength(3)
})

test('Enter chooses the active suggestion and does not submit the form', async () => {
  const { type, press, options, chosen, submitted } = await open()
  await type('aut')
  press('ArrowDown')
  expect(press('Enter')).toBe(false)
  expect(chosen.mock.calls).toEqual([[autumn[0]]])
  expect(submitted).not.toHaveBeenCalled()
  expect(options()).toEqual([])
})

test('Enter without an active suggestion searches what was typed, and no list appears afterwards (CAT-02)', async () => {
  const { box, type, press, options, chosen } = await open()
  await type('aut', 60)
  expect(press('Enter')).toBe(true)
  await pass(1000)
  expect([options(), chosen.mock.calls, box.value]).toEqual([[], [], 'aut'])
})

test('Escape closes the list and keeps what was typed; typing opens it again', async () => {
  const { box, type, press, options } = await open()
  await type('aut')
  press('ArrowDown')
  expect(press('Escape')).toBe(false)
  expect([options(), box.value]).toEqual([[], 'aut'])
  expect(box.getAttribute('aria-activedescendant')).toBeNull()
  expect(press('Escape')).toBe(true)
  await type('autu')
  expect(options()).toHaveLength(3)
})

test('a suggestion is chosen by a click, and the box keeps the focus', async () => {
  const { box, type, options, chosen } = await open()
  await type('aut')
  const artist = options()[2]
  if (artist === undefined) throw new Error('No third suggestion.')
  // A pressed mouse button would take the focus from the box.
  expect(fireEvent.mouseDown(artist)).toBe(false)
  fireEvent.click(artist)
  expect(chosen.mock.calls).toEqual([[autumn[2]]])
  expect(document.activeElement).toBe(box)
  expect(options()).toEqual([])
})

test('a press on the list beside its suggestions, as on its scrollbar, leaves the focus in the box', async () => {
  const { page, type } = await open()
  await type('aut')
  expect(fireEvent.mouseDown(page.getByRole('listbox'))).toBe(false)
})

test('the list closes when the focus leaves the box', async () => {
  const { page, type, options } = await open()
  await type('aut')
  await act(async () => page.getByRole('button').focus())
  expect(options()).toEqual([])
})

test('the keys of an input method are left to it', async () => {
  const { type, press, active, chosen } = await open()
  await type('aut')
  expect(press('ArrowDown', { isComposing: true })).toBe(true)
  expect(active()).toBeNull()
  press('ArrowDown')
  expect(press('Enter', { isComposing: true })).toBe(true)
  expect(chosen).not.toHaveBeenCalled()
})

test('without a response from the server the box searches as before', async () => {
  const { page, type, options, press } = await open(() => Promise.reject(new Error('down')))
  await type('aut')
  expect(options()).toEqual([])
  expect(page.getByRole('status').textContent).toBe('')
  expect(press('Enter')).toBe(true)
})

test('a title leads to its search, an artist to the artist’s tracks', () => {
  expect(autumn.map(suggestionPath)).toEqual([
    '/tracks?query=Autumn+Leaves',
    '/tracks?query=Autumn+in+New+York',
    '/tracks?artistId=a1',
  ])
})
