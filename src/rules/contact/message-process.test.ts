import { expect, test } from 'vitest'
import { messageMoves, messageProcess } from './message-process.ts'

test.each([
  ['new', ['answer', 'close']],
  ['answered', ['close', 'reopen']],
  ['closed', ['reopen']],
] as const)('with a message that is %s, an admin can %j, and nobody else can', (status, steps) => {
  const possible = Object.entries(messageProcess.steps).filter(([, step]) =>
    step.from.includes(status),
  )
  expect(possible.map(([name]) => name)).toEqual(steps)
  for (const [, { by }] of possible) expect(by).toEqual(['admin'])
})

test('a message is new again once it was closed and then opened', () => {
  expect(messageMoves.map((move) => messageProcess.steps[move].to)).toEqual(['closed', 'new'])
})
