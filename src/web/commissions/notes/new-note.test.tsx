import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { deliveryId, exampleCommission, exampleDelivery } from '../example-commission.ts'
import { button } from '../room/test-room.tsx'
import { delivered, openNotedRoom } from '../room/test-notes.ts'

const { id } = exampleCommission()
const otherId = '0198f000-0000-7000-8000-0000000000d2'
const route = `POST /api/commissions/${id}/notes`

const group = () => screen.getByRole('group', { name: 'Delivery 1 with its notes' })
const form = () => screen.queryByRole('form', { name: 'A new note' })
const secondsField = () => screen.getByLabelText<HTMLInputElement>('Second of the preview')
const textField = () => screen.getByLabelText<HTMLTextAreaElement>('What do you hear there?')
const slider = () => within(group()).getByRole<HTMLInputElement>('slider')

async function save(): Promise<void> {
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save the note' })))
  await act(() => vi.dynamicImportSettled())
}

test('a note is begun at the play head, sent with its tenth of a second, and said to be there', async () => {
  const { audio, calls, said } = await openNotedRoom(delivered)
  act(() => audio().reach(12.34))
  fireEvent.click(screen.getByRole('button', { name: 'Add a note (N)' }))
  expect(secondsField().value).toBe('12.3')
  expect(document.activeElement).toBe(textField())
  fireEvent.change(secondsField(), { target: { value: '12.0' } })
  fireEvent.change(textField(), { target: { value: 'Softer, please.' } })
  await save()
  expect(calls).toEqual([
    [
      route,
      {
        deliveryId,
        seconds: '12.0',
        text: 'Softer, please.',
        requestKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    ],
  ])
  expect(said.success.mock.calls).toEqual([['Your note is on the recording.']])
  expect(form()).toBeNull()
  expect(document.activeElement).toBe(button('Add a note (N)'))
})

test('the letter N begins a note at the play head while the preview plays, and pauses it', async () => {
  const { audio } = await openNotedRoom(delivered)
  act(() => {
    void audio().play()
    audio().begin()
    audio().reach(24)
  })
  fireEvent.keyDown(screen.getAllByRole('button', { name: /^Pause/ })[0] ?? group(), { key: 'n' })
  expect(secondsField().value).toBe('24')
  expect(audio().paused).toBe(true)
})

test('while the preview plays N begins a note from anywhere on the page, also where it plays among all deliveries', async () => {
  const { elements } = await openNotedRoom(delivered)
  const playing = (at: number, seconds: number) =>
    act(() => {
      void elements[at]?.play()
      elements[at]?.begin()
      elements[at]?.reach(seconds)
    })
  const [, second] = elements
  playing(1, 7.2)
  fireEvent.keyDown(document.body, { key: 'n' })
  expect([secondsField().value, second?.paused]).toEqual(['7.2', true])
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  // It has stopped: N is a letter again.
  act(() => second?.pause())
  fireEvent.keyDown(document.body, { key: 'n' })
  expect(form()).toBeNull()
  playing(0, 18)
  fireEvent.keyDown(document.body, { key: 'n' })
  expect(secondsField().value).toBe('18')
})

test('N of another delivery begins no note, and nothing does once the reader has switched the key off', async () => {
  const older = exampleDelivery({ id: otherId, previewUrl: '/older.mp3' })
  const newest = exampleDelivery({ number: 2 })
  const { audio } = await openNotedRoom({ ...delivered, deliveries: [older, newest] })
  act(() => {
    void audio('/older.mp3').play()
    audio('/older.mp3').begin()
  })
  fireEvent.keyDown(document.body, { key: 'n' })
  expect(form()).toBeNull()
  fireEvent.click(screen.getByRole('checkbox', { name: /^N adds a note/ }))
  const group2 = screen.getByRole('group', { name: 'Delivery 2 with its notes' })
  fireEvent.keyDown(within(group2).getByRole('slider'), { key: 'n' })
  expect(form()).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Add a note' }))
  expect(form()).not.toBeNull()
})

test('N is a letter where somebody types, with a modifier, beside the recording, and while a note is written', async () => {
  await openNotedRoom(delivered)
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey', 'shiftKey'] as const)
    fireEvent.keyDown(slider(), { key: 'n', [modifier]: true })
  fireEvent.keyDown(slider(), { key: 'n', repeat: true })
  fireEvent.keyDown(slider(), { key: 'm' })
  fireEvent.keyDown(document.body, { key: 'n' })
  expect(form()).toBeNull()
  fireEvent.keyDown(slider(), { key: 'N' })
  expect(form()).not.toBeNull()
  fireEvent.change(textField(), { target: { value: 'A long intro' } })
  for (const element of [textField(), secondsField(), slider()]) {
    const event = new KeyboardEvent('keydown', { key: 'n', bubbles: true, cancelable: true })
    act(() => void element.dispatchEvent(event))
    expect(event.defaultPrevented).toBe(false)
  }
  expect(textField().value).toBe('A long intro')
})

test('a click on the waveform begins a note there once that is asked for, and only seeks otherwise', async () => {
  const { audio } = await openNotedRoom(delivered)
  const clickAt = (seconds: number) => {
    fireEvent.change(slider(), { target: { value: String(seconds) } })
    fireEvent.click(slider())
  }
  clickAt(7)
  expect(form()).toBeNull()
  expect(audio().currentTime).toBe(7)
  const placing = screen.getByRole('button', { name: 'Place it on the waveform' })
  expect(placing.getAttribute('aria-pressed')).toBe('false')
  fireEvent.click(placing)
  expect(placing.getAttribute('aria-pressed')).toBe('true')
  clickAt(18.5)
  expect(secondsField().value).toBe('18.5')
})

test('a note of nothing, or of no second of the preview, is not sent', async () => {
  const { calls } = await openNotedRoom(delivered)
  fireEvent.click(screen.getByRole('button', { name: 'Add a note (N)' }))
  fireEvent.change(secondsField(), { target: { value: '31' } })
  await save()
  expect(calls).toEqual([])
  const errors = within(form() ?? document.body).getByRole('alert').textContent
  expect(errors).toContain('Please say what you hear there.')
  expect(errors).toContain('Please enter a second of the preview, from 0 to 30')
})

test('a refused note keeps its words, says why, and is sent again under the same key', async () => {
  const body = { code: 'too_many_notes', message: '50 notes are open.' }
  const { calls } = await openNotedRoom(delivered, { answers: { [route]: { status: 409, body } } })
  fireEvent.click(screen.getByRole('button', { name: 'Add a note (N)' }))
  fireEvent.change(textField(), { target: { value: 'Softer, please.' } })
  await save()
  expect(screen.getByRole('alert').textContent).toContain(
    'Failed to add the note. 50 notes are open.',
  )
  expect(textField().value).toBe('Softer, please.')
  await save()
  const [first, second] = calls.map(([, sent]) => sent)
  expect(second).toEqual(first)
})

test('nobody is offered a note that cannot be written', async () => {
  await openNotedRoom({ ...delivered, isFrozen: true })
  expect(button('Add a note (N)')).toBeNull()
  fireEvent.keyDown(slider(), { key: 'n' })
  expect(form()).toBeNull()
  await openNotedRoom({ ...delivered, status: 'in_progress' })
  expect(button('Add a note (N)')).toBeNull()
})
