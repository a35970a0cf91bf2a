import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openRoom } from '../room/test-room.tsx'
import { exampleMessage } from './example-message.ts'
import { asked, field, id, list, openMessages, write } from '../room/test-messages.tsx'

test('Enter begins a line, and Ctrl or Cmd with Enter sends; the sent message is shown and the field is empty', async () => {
  const { sent } = await openMessages({ messages: [asked] })
  write('And slower?')
  fireEvent.keyDown(field(), { key: 'Enter' })
  expect(sent).toHaveLength(0)
  for (const [at, key] of (['ctrlKey', 'metaKey'] as const).entries()) {
    write(`And slower ${at}?`)
    fireEvent.keyDown(field(), { key: 'Enter', [key]: true })
    expect(Object.fromEntries(sent[at]?.form ?? [])).toEqual({
      id,
      text: `And slower ${at}?`,
      requestKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    const sentAt = `2026-11-20T10:0${at}:00.000Z`
    const message = { id: `c${at}`, author: 'customer', text: `And slower ${at}?`, sentAt } as const
    await sent[at]?.answer(200, exampleMessage(message))
    list().getByText(`And slower ${at}?`)
    expect(field().value).toBe('')
    expect(document.activeElement).toBe(field())
  }
})

test('what was typed stays after a failure and over a reload, and is sent again under its key; changed, under another', async () => {
  const { sent } = await openMessages()
  write('Could it be in D?')
  fireEvent.click(screen.getByRole('button', { name: 'Send message' }))
  // Nothing is sent twice meanwhile.
  fireEvent.keyDown(field(), { key: 'Enter', ctrlKey: true })
  await sent[0]?.answer(0, {})
  screen.getByText(/^Your message was not sent\. It stays here: please try again\./)
  expect(field().value).toBe('Could it be in D?')
  fireEvent.click(screen.getByRole('button', { name: 'Send message' }))
  await sent[1]?.answer(429, { code: 'too_many_room_messages', message: 'These are many.' })
  screen.getByText(/These are many\./)
  write('Could it be in E?')
  fireEvent.click(screen.getByRole('button', { name: 'Send message' }))
  const keys = sent.map(({ form }) => form.get('requestKey'))
  expect([keys[0] === keys[1], keys[1] === keys[2], keys.length]).toEqual([true, false, 3])

  await openRoom({})
  expect(field().value).toBe('Could it be in E?')
})

test('an empty message is not sent', async () => {
  const { sent } = await openMessages()
  write(' \n ')
  fireEvent.click(screen.getByRole('button', { name: 'Send message' }))
  expect([
    sent.length,
    screen.getByText('Please enter a message.').closest('[role=alert]'),
  ]).toEqual([0, expect.anything()])
})

test('files are chosen or dropped, each with its size and an error of its own, and removed again', async () => {
  const { sent } = await openMessages()
  const chords = new File(['x'.repeat(200_000)], 'chords.pdf', { type: 'application/pdf' })
  const big = new File([new Uint8Array(20 * 1024 * 1024 + 1)], 'big.png', { type: 'image/png' })
  const script = new File(['<svg/>'], 'logo.svg', { type: 'image/svg+xml' })
  const empty = new File([], 'empty.wav')
  const form = field().closest('form') ?? document.body
  fireEvent.drop(form, { dataTransfer: { files: [chords, big, script, empty] } })
  const chosen = () =>
    within(screen.getByRole('list', { name: 'Chosen files' })).getAllByRole('listitem')
  expect(chosen().map(({ textContent }) => textContent)).toEqual(['chords.pdf, 0.2 MB'])
  for (const problem of [
    '“big.png” is larger than 20 MB.',
    /^“logo\.svg” cannot be sent\./,
    '“empty.wav” is empty.',
  ])
    screen.getByText(problem)
  const input = screen.getByLabelText('Files')
  const more = ['a.wav', 'b.mp3', 'c.flac'].map((name) => new File(['sound'], name))
  fireEvent.change(input, { target: { files: more } })
  expect(chosen()).toHaveLength(3)
  screen.getByText('“c.flac” is one too many: a message takes 3 files.')
  fireEvent.click(screen.getByRole('button', { name: 'Remove a.wav' }))
  write('Listen')
  fireEvent.click(screen.getByRole('button', { name: 'Send message' }))
  const attached = sent[0]?.form.getAll('attachments') ?? []
  expect(attached.map((file) => (file instanceof File ? file.name : file))).toEqual([
    'chords.pdf',
    'b.mp3',
  ])
  screen.getByRole('progressbar', { name: 'Sending the files' })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Stop' })))
  screen.getByText('Your message was not sent. It stays here.')
  expect(chosen()).toHaveLength(2)
})
