import { expect, test } from 'vitest'
import { textBeforeFile } from './upload-request.ts'

test('text fields are sent before the file, wherever the file is in the form', () => {
  const form = new FormData()
  form.append('file', new File(['sound'], 'take-3.wav'))
  form.append('title', 'Skylark')
  form.append('price', '5')

  expect([...textBeforeFile(form).keys()]).toEqual(['title', 'price', 'file'])
})

test.each([
  ['5', '5.00'],
  ['4.9', '4.90'],
  ['12.34', '12.34'],
  ['what?', '0.00'],
])('the price %j is sent as %s (UPL-32, VAL-06)', (typed, sent) => {
  const form = new FormData()
  form.append('price', typed)
  expect(textBeforeFile(form).get('price')).toBe(sent)
})
