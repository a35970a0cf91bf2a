import { act, fireEvent, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openCatalogueForm } from './test-catalogue-form.tsx'

// React reads the FormData of a form submitted in a transition, which this DOM does not support.
vi.stubGlobal('FormData', function () {})
vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')))

type Opened = ReturnType<typeof openCatalogueForm>

const panelOf = ({ page }: Pick<Opened, 'page'>) =>
  page.getByText('Advanced Filters').closest<HTMLDetailsElement>('details')

const choicesIn = ({ group }: Pick<Opened, 'group'>, name: string) =>
  group(name)
    .getAllByRole<HTMLInputElement>('radio')
    .map(({ value }) => value)

test('the filters are in a panel titled Advanced Filters that opens and closes (CAT-08)', () => {
  const opened = openCatalogueForm()
  const panel = panelOf(opened)
  expect(panel?.querySelector('summary')?.textContent).toBe('Advanced Filters')
  expect(panel?.open).toBe(false)
  expect(panel?.contains(opened.page.getByRole('radio', { name: 'Folk', hidden: true }))).toBe(true)
})

test('the panel of a shared link with a filter is closed: the results are in view, and a chip names the filter', () => {
  const { page } = openCatalogueForm('/tracks?genre=Folk')
  expect(panelOf({ page })?.open).toBe(false)
  page.getByRole('link', { name: /^Remove filter .*Folk/ })
})

test('the button under the filters says how many tracks it leads to', () => {
  const { page } = openCatalogueForm()
  expect(page.getByRole('button', { name: /^Show/, hidden: true }).textContent).toBe(
    'Show 6 tracks',
  )
})

const ranges = {
  'Female Key': ['Soprano', 'Mezzo-Soprano', 'Alto', 'Contralto'],
  'Male Key': ['Countertenor', 'Tenor', 'Baritone', 'Bass'],
}

test('the tempo is chosen by a word that says its beats', () => {
  const opened = openCatalogueForm('/tracks?tempo=upbeat')
  expect(choicesIn(opened, 'Tempo')).toEqual(['', 'slow', 'relaxed', 'moderate', 'upbeat', 'fast'])
  const chosen = opened.page.getByRole<HTMLInputElement>('radio', { name: 'Upbeat (116–139 BPM)' })
  expect(chosen.checked).toBe(true)
})

test('each filter offers its fixed values, and no free text (CAT-09, CAT-11 to CAT-15, CAT-19)', () => {
  const opened = openCatalogueForm('/tracks?genre=Folk')
  expect(choicesIn(opened, 'Key')).toEqual(['', 'A', 'B', 'C', 'D', 'E', 'F', 'G'])
  for (const [gender, values] of Object.entries(ranges))
    expect(choicesIn(opened, gender)).toEqual(values)
  expect(choicesIn(opened, 'Vocal range')).toEqual(['', ...Object.values(ranges).flat()])
  expect(choicesIn(opened, 'Vocal gender')).toEqual(['', 'female', 'male'])
  expect(choicesIn(opened, 'Format')).toEqual([
    '',
    'Backing Track',
    'Jam Track',
    'Acoustic Instrumental Version',
  ])
  expect(choicesIn(opened, 'Instrumentation')).toEqual([
    '',
    'Acoustic Guitar',
    'Piano',
    'Full Arrangement Track',
    'Other',
  ])
  expect(choicesIn(opened, 'Genre')).toEqual([
    '',
    'Pop',
    'Rock',
    'Folk',
    'Jazz',
    'Classical',
    'Musical Theatre',
    'Country',
    'Other',
  ])
  const panel = within(panelOf(opened) ?? document.body)
  expect(panel.queryAllByRole('textbox', { hidden: true })).toEqual([])
})

test.each([
  ['Key', 'C', 'keySig=C'],
  ['Vocal range', 'Mezzo-Soprano', 'vocal-range=Mezzo-Soprano'],
  ['Vocal gender', 'Female', 'vocalGender=female'],
  ['Format', 'Jam Track', 'type=Jam+Track'],
  ['Instrumentation', 'Piano', 'backingTrackType=Piano'],
  ['Genre', 'Musical Theatre', 'genre=Musical+Theatre'],
])(
  'choosing %s %s applies it at once, with a history entry, and starts at page 1 (CAT-30, CAT-31)',
  async (group, choice, param) => {
    const opened = openCatalogueForm('/tracks?query=glass&isHigher=true&orderBy=price&page=4')
    const radio = opened.group(group).getByRole<HTMLInputElement>('radio', { name: choice })
    fireEvent.click(radio)
    await waitFor(() =>
      expect(new URL(opened.where()?.split(' ')[1] ?? '', 'http://x').search).toBe(
        withParam(param),
      ),
    )
    expect(opened.where()).toMatch(/^PUSH/)
    expect(radio.checked).toBe(true)
  },
)

/** The names of the query call, in its order. */
function withParam(param: string): string {
  return `?query=glass&${param}&isHigher=true&orderBy=price`
}

test.each([
  ['CAT-16', 'Higher key than original', 'isHigher'],
  ['CAT-17', 'Lower key than original', 'isLower'],
])('(%s) %s is a checkbox that sets and removes %s', async (_number, label, name) => {
  const opened = openCatalogueForm('/tracks?genre=Folk&page=2')
  const box = opened.page.getByRole<HTMLInputElement>('checkbox', { name: label })
  fireEvent.click(box)
  await waitFor(() => expect(opened.where()).toBe(`PUSH /tracks?genre=Folk&${name}=true`))
  expect(box.checked).toBe(true)
  fireEvent.click(box)
  await waitFor(() => expect(opened.where()).toBe('PUSH /tracks?genre=Folk'))
  expect(box.checked).toBe(false)
})

test('flat and sharp are disabled with the reason until a letter is chosen; one excludes the other, and clearing the letter clears both (CAT-10)', async () => {
  const opened = openCatalogueForm('/tracks?genre=Folk')
  const box = (name: RegExp) => opened.page.getByRole<HTMLInputElement>('checkbox', { name })
  expect([
    box(/^Flat \(choose a letter first\)$/).disabled,
    box(/^Sharp \(choose/).disabled,
  ]).toEqual([true, true])
  fireEvent.click(opened.group('Key').getByRole('radio', { name: 'E' }))
  await waitFor(() => expect(opened.where()).toBe('PUSH /tracks?keySig=E&genre=Folk'))
  fireEvent.click(box(/^Flat$/))
  await waitFor(() => expect(opened.where()).toBe('PUSH /tracks?keySig=Eb&genre=Folk'))
  fireEvent.click(box(/^Sharp$/))
  await waitFor(() => expect(opened.where()).toBe('PUSH /tracks?keySig=E%23&genre=Folk'))
  expect([box(/^Flat$/).checked, box(/^Sharp$/).checked]).toEqual([false, true])

  fireEvent.click(opened.group('Key').getByRole('radio', { name: 'D' }))
  await waitFor(() => expect(opened.where()).toBe('PUSH /tracks?keySig=D%23&genre=Folk'))
  fireEvent.click(opened.group('Key').getByRole('radio', { name: 'Any' }))
  await waitFor(() => expect(opened.where()).toBe('PUSH /tracks?genre=Folk'))
  const both = [box(/^Flat/), box(/^Sharp/)]
  expect(both.map(({ checked, disabled }) => [checked, disabled])).toEqual([
    [false, true],
    [false, true],
  ])
})

test('a second choice made while the first is loading keeps the first', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const opened = openCatalogueForm('/tracks?isHigher=true', 800)
  const choose = (group: string, name: string) =>
    fireEvent.click(opened.group(group).getByRole('radio', { name }))
  choose('Genre', 'Jazz')
  choose('Vocal range', 'Alto')
  await act(() => vi.advanceTimersByTimeAsync(2000))
  expect(opened.where()).toBe('PUSH /tracks?vocal-range=Alto&genre=Jazz&isHigher=true')
})

test('a choice takes the typed text with it', async () => {
  const opened = openCatalogueForm('/tracks?isHigher=true')
  fireEvent.change(opened.box, { target: { value: ' glass ' } })
  fireEvent.click(opened.group('Genre').getByRole('radio', { name: 'Jazz' }))
  await waitFor(() =>
    expect(opened.where()).toBe('PUSH /tracks?query=glass&genre=Jazz&isHigher=true'),
  )
})

test('Back restores the controls and the search box (CAT-30)', async () => {
  const opened = openCatalogueForm('/tracks?keySig=Eb&genre=Folk')
  const checked = () =>
    ['radio', 'checkbox']
      .flatMap((role) => opened.page.getAllByRole<HTMLInputElement>(role))
      .filter((choice) => choice.checked && choice.value !== '')
      .map(({ value }) => value)
  fireEvent.change(opened.box, { target: { value: 'glass' } })
  fireEvent.click(opened.group('Genre').getByRole('radio', { name: 'Any' }))
  await waitFor(() => expect(opened.where()).toBe('PUSH /tracks?query=glass&keySig=Eb'))
  expect(checked()).toEqual(['E', 'b'])
  fireEvent.click(opened.page.getByRole('button', { name: 'Back' }))
  await waitFor(() => expect(opened.where()).toBe('POP /tracks?keySig=Eb&genre=Folk'))
  expect(checked()).toEqual(['E', 'Folk', 'b'])
  await waitFor(() => expect(opened.box.value).toBe(''))
})

test('the same search again adds no history entry', async () => {
  const opened = openCatalogueForm('/tracks?query=glass')
  fireEvent.submit(opened.box)
  await waitFor(() => expect(opened.where()).toBe('REPLACE /tracks?query=glass'))
})

test('walking through a group by arrow keys is one history entry, choosing in another group a second one', async () => {
  const opened = openCatalogueForm('/tracks?isHigher=true')
  const arrowTo = (group: string, name: string) => {
    const radio = opened.group(group).getByRole('radio', { name })
    fireEvent.keyDown(radio, { key: 'ArrowDown' })
    fireEvent.click(radio)
  }
  arrowTo('Genre', 'Pop')
  await waitFor(() => expect(opened.where()).toBe('PUSH /tracks?genre=Pop&isHigher=true'))
  arrowTo('Genre', 'Rock')
  await waitFor(() => expect(opened.where()).toBe('REPLACE /tracks?genre=Rock&isHigher=true'))
  arrowTo('Format', 'Jam Track')
  const both = 'type=Jam+Track&genre=Rock&isHigher=true'
  await waitFor(() => expect(opened.where()).toBe(`PUSH /tracks?${both}`))
  fireEvent.click(opened.group('Format').getByRole('radio', { name: 'Any' }))
  await waitFor(() => expect(opened.where()).toBe('PUSH /tracks?genre=Rock&isHigher=true'))
})

test('a choice keeps the artist, and the parameter that no control sets', async () => {
  const kept = 'artistId=0198f000-0000-7000-8000-0000000000aa'
  const opened = openCatalogueForm(`/tracks?${kept}&isHigher=true&qualityValidated=false`)
  fireEvent.click(opened.page.getByRole('radio', { name: 'Jazz' }))
  const address = `/tracks?${kept}&genre=Jazz&isHigher=true&qualityValidated=false`
  await waitFor(() => expect(opened.where()).toBe(`PUSH ${address}`))
})
