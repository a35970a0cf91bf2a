import { expect, test } from 'vitest'
import { transferProcess } from './payment-process.ts'

test('money that has left is never sent again: no step of a transfer starts from sent', () => {
  const starts = Object.values(transferProcess.steps).flatMap(({ from }) => from)
  expect(starts).not.toContain('sent')
})
