import { expect, test } from 'vitest'
import { inSendingOrder } from './upload-request.ts'

test('the text goes ahead of the file, wherever the file stands in the form', () => {
  const form = new FormData()
  form.append('file', new File(['sound'], 'take-3.wav'))
  form.append('title', 'Skylark')
  form.append('price', '5')

  expect([...inSendingOrder(form).keys()]).toEqual(['title', 'price', 'file'])
})

test.each([
  ['5', '5.00'],
  ['4.9', '4.90'],
  ['12.34', '12.34'],
  ['what?', '0.00'],
])('the price %j is sent as %s (UPL-32, VAL-06)', (typed, sent) => {
  const form = new FormData()
  form.append('price', typed)
  expect(inSendingOrder(form).get('price')).toBe(sent)
})
