import { expect, test } from 'vitest'
import { setupIsChecked, setupIsUnfinished, unreadyAccountSentence } from './account-setup.ts'

test.each([
  [['A bank account to be paid to'], 'Your payment account needs a bank account to be paid to.'],
  [
    ['Your legal name', 'A proof of your identity'],
    'Your payment account needs your legal name, a proof of your identity.',
  ],
  [[setupIsChecked], 'The card provider is checking your details.'],
  [[setupIsUnfinished], 'The set-up of your payment account is not finished.'],
  [[], 'The set-up of your payment account is not finished.'],
])('an account that waits for %j is explained to its artist', (todo, sentence) => {
  expect(unreadyAccountSentence(todo)).toBe(sentence)
})
