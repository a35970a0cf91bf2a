import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { formFields } from '#web/forms/form-fields.ts'
import type { sendUploadDetails } from '#contracts/uploads.ts'
import { KeyField, KeyQuestion } from './key-field.tsx'
import { problemWithAnswer, useKey, type KnownKey, type MeasuredKey } from './use-key.ts'

const inG: MeasuredKey = { measuredKey: 'G', measuredKeyConfidence: 0.7 }

function open(written: string, known: KnownKey) {
  const fields = formFields<typeof sendUploadDetails>(null, { keySignature: written })
  function Form() {
    const state = useKey(written, known)
    return (
      <form aria-label="Key">
        <KeyField fields={fields} state={state} />
        <KeyQuestion fields={fields} state={state} />
      </form>
    )
  }
  render(<Form />)
}

const key = () => screen.getByLabelText<HTMLInputElement>('Key signature (optional)')
const question = () => screen.queryByText('You wrote C, it sounds like G. Which is it?')
const choice = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })
const form = () => new FormData(screen.getByRole<HTMLFormElement>('form', { name: 'Key' }))
const problems = (known: KnownKey) => problemWithAnswer(form(), known).map(({ path }) => path)

test('a measured key that contradicts the written one needs an answer, and nothing is changed before', () => {
  open('C', { measured: inG })
  expect([question() !== null, key().value]).toEqual([true, 'C'])
  expect(problems({ measured: inG })).toEqual([['keyAnswer']])
  fireEvent.click(choice('It sounds like G: use G'))
  expect(key().value).toBe('G')
  expect(problems({ measured: inG })).toEqual([])
  expect(form().get('keyAnswer')).toBe('as_measured')
})

test('the artist may answer that the written key is right, also after the other answer, until another key is written', () => {
  open('C', { measured: inG })
  fireEvent.click(choice('It sounds like G: use G'))
  fireEvent.click(choice('It is C'))
  expect([key().value, form().get('keyAnswer')]).toEqual(['C', 'as_written'])
  expect(problems({ measured: inG })).toEqual([])
  fireEvent.change(key(), { target: { value: 'D' } })
  screen.getByText('You wrote D, it sounds like G. Which is it?')
  expect(problems({ measured: inG })).toEqual([['keyAnswer']])
})

test('the stored key of a track needs no answer until it is changed', () => {
  const known = { measured: inG, before: 'C' }
  open('C', known)
  expect([question(), problems(known)]).toEqual([null, []])
  fireEvent.change(key(), { target: { value: 'E' } })
  expect(problems(known)).toEqual([['keyAnswer']])
})

test.each([
  ['', inG],
  ['G', inG],
  ['C', null],
  ['C', { measuredKey: 'G', measuredKeyConfidence: 0.1 }],
])('the key %j beside the measured %j asks nothing', (written, measured) => {
  open(written, { measured })
  expect(screen.queryByRole('radio')).toBeNull()
  expect(problems({ measured })).toEqual([])
})
