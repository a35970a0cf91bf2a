import { expect, test } from 'vitest'
import {
  flagProcess,
  flagQueueNames,
  flagQueues,
  nextDecisions,
  openFlagStatuses,
  takeDownStatuses,
  tookDownStatuses,
} from './flag-process.ts'

test.each([
  ['review', 'reviewing', 'admin'],
  ['reject', 'rejected', 'admin'],
  ['uphold', 'upheld', 'admin'],
  ['counter', 'countered', 'artist', 'customer'],
  ['confirm', 'confirmed', 'admin'],
  ['reinstate', 'reinstated', 'admin'],
] as const)('the step %s makes a flag %s, and only the %s takes it', (step, status, ...by) => {
  expect(flagProcess.steps[step]).toMatchObject({ to: status, by })
})

test('an author answers a flag once, while it keeps the work down and nobody has confirmed it', () => {
  expect(flagProcess.steps.counter.from).toEqual(['upheld'])
})

test('an admin decides an open flag, and again after a counter-notice', () => {
  expect(flagProcess.statuses.map((status) => [status, nextDecisions(status)])).toEqual([
    ['new', ['review', 'uphold', 'reject']],
    ['reviewing', ['uphold', 'reject']],
    ['rejected', []],
    ['upheld', ['reinstate']],
    ['countered', ['confirm', 'reinstate']],
    ['confirmed', ['reinstate']],
    ['reinstated', []],
  ])
})

test('each status is in one part of the queue, and no open flag keeps a track down', () => {
  expect(Object.values(flagQueues).flat().toSorted()).toEqual(flagProcess.statuses.toSorted())
  for (const status of openFlagStatuses) expect(takeDownStatuses).not.toContain(status)
})

test('the queue begins with what waits for an admin', () => {
  expect(flagQueueNames[0]).toBe('open')
  for (const status of flagQueues.open) expect(nextDecisions(status)).not.toEqual([])
})

test('a track that a flag has put back was down before', () => {
  expect(
    tookDownStatuses.filter((status) => !takeDownStatuses.some((down) => down === status)),
  ).toEqual(['reinstated'])
})
