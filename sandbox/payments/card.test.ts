import { expect, test } from 'vitest'
import { readCard } from './card.ts'

const good = { number: '4242 4242 4242 4242', expiry: '12/30', cvc: '123', name: 'Ada Lovelace' }
const today = new Date('2026-11-21T12:00:00Z')

test('the last four digits and the brand of a card are stored, never its number', () => {
  const read = readCard(good, today)
  expect(read).toMatchObject({
    card: { last4: '4242', brand: 'visa', expMonth: 12, expYear: 2030 },
  })
  expect(JSON.stringify(read)).not.toContain('42424242')
})

test.each([
  ['one digit off fails the checksum', { number: '4242424242424241' }, ['number']],
  ['letters are no card number', { number: 'card' }, ['number']],
  ['last month has expired', { expiry: '10/26' }, ['expiry']],
  ['there is no thirteenth month', { expiry: '13/30' }, ['expiry']],
  ['a code has three or four digits', { cvc: '12' }, ['cvc']],
  ['a blank name is no name', { name: '  ' }, ['name']],
  [
    'an empty form names every field',
    { number: '', expiry: '', cvc: '', name: '' },
    ['number', 'expiry', 'cvc', 'name'],
  ],
])('card form: %s', (_case, change, fields) => {
  const read = readCard({ ...good, ...change }, today)
  expect('problems' in read ? Object.keys(read.problems) : []).toEqual(fields)
})

test.each(['11/26', '1126', '11 / 2026', '1/27'])('the expiry %s is still good', (expiry) => {
  expect(readCard({ ...good, expiry }, today)).toHaveProperty('card')
})

test('a real-looking card that is no test card is declined', () => {
  const read = readCard({ ...good, number: '4000056655665556' }, today)
  expect(read).toMatchObject({ card: { behaviour: 'declined' } })
})
