import { expect, test } from 'vitest'
import { reversalText } from './reversal-texts.ts'

const told = { pence: 570, reason: 'As we wrote to you.' }

test.each([
  ['announced', '£5.70 that you earned goes back.', /^A payment for your work is given back\. /],
  ['taken', '£5.70 was taken back from your payment account.', /^As we wrote to you\.$/],
  [
    'owed',
    'You owe £5.70: it could not be taken from your payment account.',
    /^It is taken from what you earn next, the oldest first\.$/,
  ],
  ['asked', 'Please pay the £5.70 that you owe.', /^As we wrote to you\.$/],
  ['written_off', 'You do not owe £5.70 any more.', /^As we wrote to you\.$/],
  ['repaid', 'We have received the £5.70 that you owed.', /^As we wrote to you\.$/],
  [
    'sent_again',
    '£5.70 that was taken back is yours again.',
    /^It is transferred like any sale\.$/,
  ],
  [
    'kept',
    '£5.70 that you earned could not be sent to you, and is kept for you.',
    /^As we wrote to you\.$/,
  ],
] as const)('an artist whose money was %s reads what it means', (event, sentence, addition) => {
  const text = reversalText({ ...told, event })
  expect(text.sentence).toBe(sentence)
  expect(text.addition).toMatch(addition)
})

test('an artist reads what is still owed after a sale has paid a part of it, or that nothing is', () => {
  const sentence = '£5.70 that you earned has paid what you owed.'
  expect(reversalText({ event: 'netted', pence: 570, owedPence: 130 })).toEqual({
    sentence,
    addition: 'You still owe £1.30.',
  })
  expect(reversalText({ event: 'netted', pence: 570 })).toEqual({
    sentence,
    addition: 'You owe nothing any more.',
  })
})

test('a notice of a former version has no event and no words', () => {
  expect(reversalText({}).sentence).toBe('£0.00 that you earned goes back.')
  expect(reversalText({ event: 'repaid' }).addition).toBe('')
})
