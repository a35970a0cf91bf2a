import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Commission } from '#contracts/commissions/commission.ts'
import {
  deliveryId,
  exampleCommission,
  exampleDelivery,
  exampleNote,
} from '../example-commission.ts'
import { button, openDialog, press } from '../room/test-room.tsx'
import { delivered, openNotedRoom } from '../room/test-notes.ts'

const { id } = exampleCommission()
const [first, second] = [
  exampleNote(),
  exampleNote({
    id: '0198f000-0000-7000-8000-0000000000a2',
    text: 'The bridge is too loud.',
    places: [{ deliveryId, seconds: 24.5 }],
  }),
]
const noted: Partial<Commission> = { ...delivered, notes: [first, second] }
const routeOf = (note: { id: string }) => `PATCH /api/commissions/${id}/notes/${note.id}`

const group = () => screen.getByRole('group', { name: /with its notes$/ })
const items = () => {
  const lists = within(group()).getAllByRole('list')
  return [...(lists.at(-1)?.children ?? [])].filter((item) => item instanceof HTMLElement)
}
const mark = (name: RegExp) => within(group()).getByRole('button', { name })

test('notes are markers and a list in the order of the recording; both jump the player, and are marked together', async () => {
  const { audio } = await openNotedRoom(noted)
  const marks = within(group()).getAllByRole('button', { name: /^Note \d+ at/ })
  expect(marks.map((one) => one.getAttribute('aria-label'))).toEqual([
    'Note 1 at 0:12: Softer, please.',
    'Note 2 at 0:24.5: The bridge is too loud.',
  ])
  // Keys reach them like every button.
  for (const one of marks) expect(one.tabIndex).toBe(0)
  fireEvent.click(mark(/^Note 2 at 0:24/))
  expect(audio().currentTime).toBe(24.5)
  const current = () => [...marks, ...items()].map((one) => one.getAttribute('aria-current'))
  expect(current()).toEqual([null, 'true', null, 'true'])
  fireEvent.click(screen.getByRole('button', { name: 'Go to Note 1, 0:12' }))
  expect(audio().currentTime).toBe(12)
  expect(current()).toEqual(['true', null, 'true', null])
})

test('markers that stand too close are one, which selects its notes in turn', async () => {
  const close = { ...second, places: [{ deliveryId, seconds: 12.4 }] }
  const { audio } = await openNotedRoom({ ...delivered, notes: [first, close] })
  const both = mark(/^Note 1 at 0:12: Softer, please\., and 1 more close to it$/)
  fireEvent.click(both)
  expect(audio().currentTime).toBe(12)
  fireEvent.click(both)
  expect(audio().currentTime).toBe(12.4)
  fireEvent.click(both)
  expect(audio().currentTime).toBe(12)
})

test('two notes of one second are told apart by their tenths, of the preview and of the recording', async () => {
  const notes = [
    { ...first, recordingSeconds: 32 },
    { ...second, places: [{ deliveryId, seconds: 12.9 }], recordingSeconds: 32.9 },
  ]
  await openNotedRoom({ ...delivered, viewer: 'artist', notes })
  expect(items().map((item) => item.textContent)).toEqual([
    expect.stringMatching(/Note 1, 0:12[^.].*0:32 of the recording/),
    expect.stringMatching(/Note 2, 0:12\.9.*0:32\.9 of the recording/),
  ])
})

test('a long note has a short name on its marker, and all its words in the list', async () => {
  const text = 'Louder '.repeat(70).trim()
  await openNotedRoom({ ...delivered, notes: [exampleNote({ text })] })
  const name = mark(/^Note \d+ at/).getAttribute('aria-label') ?? ''
  expect(name.length).toBeLessThan(110)
  expect(name).toMatch(/…$/)
  screen.getByText(text)
})

test('the author changes a note, and takes it back after a question', async () => {
  const { calls, said, become } = await openNotedRoom(noted)
  fireEvent.click(screen.getByRole('button', { name: 'Edit the note at 0:12' }))
  const field = screen.getByLabelText<HTMLTextAreaElement>('What do you hear there?')
  expect([field.value, document.activeElement]).toEqual(['Softer, please.', field])
  fireEvent.change(field, { target: { value: 'Much softer.' } })
  // Another note arrives meanwhile: what is typed stays.
  await become({ notes: [exampleNote({ ...second, text: 'New' }), first] })
  expect(screen.getByLabelText<HTMLTextAreaElement>('What do you hear there?').value).toBe(
    'Much softer.',
  )
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save the note' })))
  await act(() => vi.dynamicImportSettled())
  expect(document.activeElement).toBe(button('Edit the note at 0:12'))
  await press(
    await openDialog('Take back the note at 0:12', 'Take this note back?'),
    'Take it back',
  )
  expect(calls).toEqual([
    [routeOf(first), { text: 'Much softer.' }],
    [routeOf(first), { isWithdrawn: true }],
  ])
  expect(said.success.mock.calls).toEqual([['Your note is changed.'], ['Your note is taken back.']])
})

test('the artist ticks notes off while working, opens them again, and answers', async () => {
  const work: Partial<Commission> = { ...noted, viewer: 'artist', status: 'in_progress' }
  const after = { notes: [{ ...first, doneAt: first.createdAt }, second] }
  const { calls } = await openNotedRoom(work, { after })
  screen.getByRole('heading', { name: 'What to change' })
  screen.getByText('2 notes, 0 done')
  await act(async () =>
    fireEvent.click(screen.getByRole('button', { name: 'Tick off the note at 0:12' })),
  )
  screen.getByText('2 notes, 1 done')
  expect(mark(/^Note 1 at 0:12/).getAttribute('aria-label')).toMatch(/\(done\)$/)
  expect(items().map((item) => /Open|Done/.exec(item.textContent)?.[0])).toEqual(['Done', 'Open'])
  await act(async () =>
    fireEvent.click(screen.getByRole('button', { name: 'Open again the note at 0:12' })),
  )
  fireEvent.click(screen.getByRole('button', { name: 'Answer the note at 0:24.5' }))
  fireEvent.change(screen.getByLabelText(/^Answer/), { target: { value: 'With a mute.' } })
  fireEvent.click(screen.getByLabelText('Ticked off'))
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save the answer' })))
  await act(() => vi.dynamicImportSettled())
  expect(calls).toEqual([
    [routeOf(first), { isDone: true }],
    [routeOf(first), { isDone: false }],
    [routeOf(second), { answer: 'With a mute.', isDone: true }],
  ])
  expect(button(/^Edit/)).toBeNull()
})

test('notes of the delivery that the customer judges are answered without a tick', async () => {
  const { calls } = await openNotedRoom({ ...noted, viewer: 'artist' })
  expect(button(/^Tick off/)).toBeNull()
  screen.getByText(/^You can tick these off once/)
  fireEvent.click(screen.getByRole('button', { name: 'Answer the note at 0:24.5' }))
  expect(screen.queryByLabelText('Ticked off')).toBeNull()
  fireEvent.change(screen.getByLabelText(/^Answer/), { target: { value: 'With a mute.' } })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save the answer' })))
  await act(() => vi.dynamicImportSettled())
  expect(calls).toEqual([[routeOf(second), { answer: 'With a mute.' }]])
})

test('a tick that fails says so, and the note stays open', async () => {
  const work: Partial<Commission> = { ...noted, viewer: 'artist', status: 'in_progress' }
  await openNotedRoom(work, { answers: { [routeOf(first)]: 'no connection' } })
  await act(async () =>
    fireEvent.click(screen.getByRole('button', { name: 'Tick off the note at 0:12' })),
  )
  expect(screen.getByRole('alert').textContent).toMatch(/^Failed to change the note/)
  screen.getByText('2 notes, 0 done')
})

test('the customer reads with the next delivery what is done, with the answers, and what is beside its preview', async () => {
  const newest = '0198f000-0000-7000-8000-0000000000d2'
  const answer = 'With a mute now.'
  const settled = { doneAt: first.createdAt, answer, answeredAt: first.createdAt }
  const places = (seconds: number | null) => [
    { deliveryId, seconds: 12 },
    { deliveryId: newest, seconds },
  ]
  await openNotedRoom({
    ...delivered,
    deliveries: [exampleDelivery(), exampleDelivery({ id: newest, number: 2 })],
    notes: [
      { ...first, ...settled, places: places(9.5) },
      { ...second, places: places(null) },
    ],
  })
  const [done, beside] = items()
  expect(done?.textContent).toMatch(
    /Note 1, 0:09\.5.*Done.*Softer, please\..*Rosa.*With a mute now\./,
  )
  expect(beside?.textContent).toContain('Note 2, not in this preview: delivery 1, 0:12')
  expect(within(group()).getAllByRole('button', { name: /^Note \d+ at/ })).toHaveLength(1)
})

test('notes are read after the recordings were removed, without a player', async () => {
  const removed = { previewUrl: null, removedAt: '2027-03-01T10:00:00.000Z' }
  const next = '0198f000-0000-7000-8000-0000000000d2'
  const deliveries = [
    exampleDelivery(removed),
    exampleDelivery({ ...removed, id: next, number: 2 }),
  ]
  const places = (seconds: number | null) => [
    { deliveryId, seconds: 12 },
    { deliveryId: next, seconds },
  ]
  const settled = { answer: 'With a mute.', answeredAt: first.createdAt, doneAt: first.createdAt }
  const notes = [
    { ...first, ...settled, places: places(12) },
    { ...second, places: places(null) },
  ]
  for (const viewer of ['customer', 'artist', 'admin'] as const) {
    await openNotedRoom({ status: 'cancelled', viewer, deliveries, notes })
    const panel = screen.getByRole('region', { name: 'Notes' })
    expect(panel.textContent).toMatch(/The recording was removed on 01\/03\/2027\./)
    expect(panel.textContent).toMatch(/Note 1, 0:12.*Done.*Softer, please\..*With a mute\./)
    expect(panel.textContent).toMatch(/Note 2, not in this preview: delivery 1, 0:12.*too loud/)
    expect(within(panel).queryAllByRole('button')).toEqual([])
    expect(within(panel).queryAllByRole('slider')).toEqual([])
  }
})

test('the artist finds the notes at the same seconds of the whole recording', async () => {
  const deliveries = [
    exampleDelivery({ fileUrl: '/take.wav', fileWaveform: '0az', durationSeconds: 90 }),
  ]
  const notes = [
    { ...first, recordingSeconds: 32 },
    { ...second, recordingSeconds: 91 },
  ]
  const { audio } = await openNotedRoom({ ...noted, viewer: 'artist', deliveries, notes })
  const card = screen.getByRole('region', { name: 'Deliveries' })
  const [only, ...others] = within(card).getAllByRole('button', { name: /^Note \d+ at/ })
  // A shorter delivery has no such second.
  expect(others).toEqual([])
  expect(only?.getAttribute('aria-label')).toBe('Note 1 at 0:32: Softer, please.')
  if (only) fireEvent.click(only)
  expect(audio('/take.wav').currentTime).toBe(32)
})

test('a request for changes begins with the open notes, and what was typed is not overwritten', async () => {
  const done = { ...second, doneAt: second.createdAt }
  const { become } = await openNotedRoom({ ...delivered, notes: [first] })
  const dialog = await openDialog('Request changes', 'Request Changes?')
  const field = dialog.getByLabelText<HTMLTextAreaElement>('What should be different?')
  expect(field.value).toBe('See my notes at 0:12')
  fireEvent.change(field, { target: { value: 'See my notes, and slower.' } })
  await become({ notes: [first, { ...second, doneAt: null }] })
  expect(field.value).toBe('See my notes, and slower.')
  await openNotedRoom({ ...delivered, notes: [first, done] })
  const again = await openDialog('Request changes', 'Request Changes?')
  expect(again.getByLabelText<HTMLTextAreaElement>('What should be different?').value).toBe(
    'See my notes at 0:12',
  )
})

test('when a note is taken back, the focus stays at the recording', async () => {
  await openNotedRoom(noted, { after: { notes: [second] } })
  await press(
    await openDialog('Take back the note at 0:12', 'Take this note back?'),
    'Take it back',
  )
  expect(screen.queryByText('Softer, please.')).toBeNull()
  await expect.poll(() => document.activeElement).toBe(group())
})
