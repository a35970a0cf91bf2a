import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import EditTrackDialog from './edit-track-dialog.tsx'
import { exampleOwnTrack } from './example-own-track.ts'

const track = exampleOwnTrack({
  title: 'Skylark',
  keySignature: 'Bb',
  measuredKey: 'Am',
  measuredKeyConfidence: 0.9,
})

function open() {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', (_path: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body))
    return Promise.resolve(Response.json(track))
  })
  const done = () => Promise.resolve()
  render(<EditTrackDialog track={track} onClose={() => undefined} onSaved={done} />)
  return sent
}

const write = (label: string, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } })

async function save() {
  fireEvent.submit(screen.getByRole('form', { name: 'Edit Track' }))
  await act(() => vi.dynamicImportSettled())
}

test('a changed key that differs from the measured one is saved with an answer only; the stored one needs none', async () => {
  const sent = open()
  write('Title', 'Skylarks')
  expect(screen.queryByRole('radio')).toBeNull()
  await save()
  expect(sent).toEqual([{ title: 'Skylarks' }])

  write('Key signature (optional)', 'E')
  await save()
  expect(sent).toHaveLength(1)
  screen.getByRole('link', {
    name: 'The recording sounds like another key. Please answer which key it is in.',
  })
  // The question is the last of the form, just before the button that saves.
  const form = screen.getByRole('form', { name: 'Edit Track' })
  const controls = [...form.querySelectorAll('input, select, textarea')]
  expect(controls.slice(-2)).toEqual([
    screen.getByRole('radio', { name: 'It is E' }),
    screen.getByRole('radio', { name: 'It sounds like Am: use Am' }),
  ])
  fireEvent.click(screen.getByRole('radio', { name: 'It is E' }))
  await save()
  expect(sent[1]).toEqual({ title: 'Skylarks', keySignature: 'E', keyAnswer: 'as_written' })
})
