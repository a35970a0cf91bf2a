import { expect, test } from 'vitest'
import {
  flagProcess,
  flagQueues,
  nextDecisions,
  openFlagStatuses,
  takeDownStatuses,
} from './flag-process.ts'

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
