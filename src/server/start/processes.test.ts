import { expect, test } from 'vitest'
import { commandOf, startedAs } from './processes.ts'

const nowhere = '/no/proc/here'

test('where there is no /proc, ps tells what a process is, or nobody does', async () => {
  const command = await commandOf(process.ppid)
  expect(command).not.toBe('')
  expect([command, null]).toContain(await commandOf(process.ppid, nowhere))
})

test('of a process that is gone nobody can tell anything', async () => {
  const gone = 2 ** 22 - 1
  expect([await commandOf(gone), await commandOf(gone, nowhere)]).toEqual([null, null])
  expect([await startedAs(gone), await startedAs(gone, nowhere)]).toEqual(['', ''])
})
