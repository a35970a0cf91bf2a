import { expect, test } from 'vitest'
import { exampleProcess } from './example-process.ts'

test('an example waits until a job has made it ready or refused it, and then changes no more', () => {
  const steps = Object.values(exampleProcess.steps)
  expect(exampleProcess.start).toBe('waiting')
  expect(steps.map(({ from, to, by }) => [from, to, by])).toEqual([
    [['waiting'], 'ready', ['system']],
    [['waiting'], 'refused', ['system']],
  ])
})
