import { expect, test } from 'vitest'
import { commandOf, startedAs } from './processes.ts'

const nowhere = '/no/proc/here'

test('without /proc, ps returns the command of a process, or the result is null', async () => {
  const command = await commandOf(process.ppid)
  expect(command).not.toBe('')
  expect([command, null]).toContain(await commandOf(process.ppid, nowhere))
})

test('a process that does not exist has no command and no start time', async () => {
  const unusedPid = 2 ** 22 - 1
  expect([await commandOf(unusedPid), await commandOf(unusedPid, nowhere)]).toEqual([null, null])
  expect([await startedAs(unusedPid), await startedAs(unusedPid, nowhere)]).toEqual(['', ''])
})
