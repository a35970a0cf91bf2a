import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { endLeftPostgres } from './left-postgres.ts'

async function createLockOf(pid: number) {
  const folder = await mkdtemp(join(tmpdir(), 'undersong-postgres-'))
  const file = join(folder, 'postmaster.pid')
  await writeFile(file, `${pid}\n${folder}\n`)
  return {
    folder,
    file,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

test('a lock of a running process that cannot be identified is not deleted, and the process is named', async () => {
  await using lock = await createLockOf(process.pid)
  await expect(endLeftPostgres(lock.folder, async () => null)).rejects.toThrow(
    `${lock.file} names process ${process.pid}, which runs and cannot be identified`,
  )
  expect(await readFile(lock.file, 'utf8')).toContain(String(process.pid))
})

test.each([
  ['an unrelated process that has reused the pid', process.pid, 'vi letter.txt'],
  ['a process that has ended and is not yet reaped', process.pid, ''],
  ['a process that does not exist', 2 ** 22 - 1, null],
])('a lock of %s is deleted', async (_whose, pid, command) => {
  await using lock = await createLockOf(pid)
  await endLeftPostgres(lock.folder, async () => command)
  await expect(stat(lock.file)).rejects.toThrow('ENOENT')
})
