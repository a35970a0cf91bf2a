import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { formFields } from '#web/forms/form-fields.ts'
import type { sendUploadDetails } from '#contracts/uploads.ts'
import { KeyField, type MeasuredKey } from './key-field.tsx'

const inG: MeasuredKey = { measuredKey: 'G', measuredKeyConfidence: 0.7 }

function open(written: string, measured: MeasuredKey | null) {
  const onInput = vi.fn<() => void>()
  const fields = formFields<typeof sendUploadDetails>(null, { keySignature: written })
  render(
    <form onInput={onInput}>
      <KeyField fields={fields} measured={measured} />
    </form>,
  )
  return { onInput }
}

const key = () => screen.getByLabelText<HTMLInputElement>('Key signature (optional)')
const question = () => screen.queryByText('You wrote C, it sounds like G. Which is it?')
const answer = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('a measured key that contradicts the written one is asked about, and nothing is changed before the answer', () => {
  const { onInput } = open('C', inG)
  expect([question() !== null, key().value]).toEqual([true, 'C'])
  answer('It is G')
  expect([question(), key().value]).toEqual([null, 'G'])
  // The form stores the draft.
  expect(onInput).toHaveBeenCalledTimes(1)
  expect(document.activeElement).toBe(key())
})

test('the artist’s answer that the written key is right is accepted, until another key is written', () => {
  open('C', inG)
  answer('It is C')
  expect([question(), key().value]).toEqual([null, 'C'])
  fireEvent.change(key(), { target: { value: 'D' } })
  screen.getByText('You wrote D, it sounds like G. Which is it?')
})

test.each([
  ['', inG],
  ['G', inG],
  ['C', null],
  ['C', { measuredKey: 'G', measuredKeyConfidence: 0.1 }],
])('the key %j beside the measured %j asks nothing', (written, measured) => {
  open(written, measured)
  expect(screen.queryByRole('button')).toBeNull()
})
