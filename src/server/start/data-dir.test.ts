import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSecrets, takeDataDir } from './data-dir.ts'
import { startedAs } from './processes.ts'

async function createFolder() {
  const path = await mkdtemp(join(tmpdir(), 'undersong-data-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

test('a folder that cannot be written is named', async () => {
  await using folder = await createFolder()
  await writeFile(join(folder.path, 'file'), '')
  const path = join(folder.path, 'file', 'data')
  await expect(takeDataDir(path)).rejects.toThrow(`DATA_DIR ${path} cannot be written.`)
})

test('a place where no folder can be made is named as well, instead of asking for ever', async () => {
  await expect(takeDataDir('/proc/undersong')).rejects.toThrow(
    'DATA_DIR /proc/undersong cannot be written.',
  )
})

test('a full disk is noticed before anything is started', async () => {
  await using folder = await createFolder()
  await expect(takeDataDir(folder.path, Number.MAX_SAFE_INTEGER)).rejects.toThrow(
    /less than \d+ MB of room/,
  )
})

test('a folder in the hands of a living process is refused', async () => {
  await using folder = await createFolder()
  const parent = { pid: process.ppid, started: await startedAs(process.ppid) }
  await writeFile(join(folder.path, 'running.json'), JSON.stringify(parent))
  await expect(takeDataDir(folder.path)).rejects.toThrow(
    `already running on DATA_DIR ${folder.path}`,
  )
})

test('a holder that was killed, and that its parent does not collect, does not count', async () => {
  await using folder = await createFolder()
  // The shell goes on as `sleep`, which knows nothing of the child it now has.
  const parent = spawn('sh', ['-c', 'sleep 1000 & echo $!; exec sleep 1000'])
  const [line] = (await once(parent.stdout, 'data')) as [Buffer]
  const pid = Number(line.toString())
  await writeFile(
    join(folder.path, 'running.json'),
    JSON.stringify({ pid, started: await startedAs(pid) }),
  )
  process.kill(pid, 'SIGKILL')
  const taken = await takeDataDir(folder.path)
  expect(() => process.kill(pid, 0)).not.toThrow()
  await taken.release()
  parent.kill('SIGKILL')
})

test.each([
  ['a process that is gone', JSON.stringify({ pid: 2 ** 22 - 1, started: '1' })],
  [
    'a process whose number is used again',
    JSON.stringify({ pid: process.ppid, started: 'another time' }),
  ],
  ['a crash in the middle of writing', '{"pid": 12'],
])('a lock left by %s is taken over', async (_what, left) => {
  await using folder = await createFolder()
  await writeFile(join(folder.path, 'running.json'), left)
  const taken = await takeDataDir(folder.path)
  expect(await readFile(join(folder.path, 'running.json'), 'utf8')).toContain(
    `"pid":${process.pid}`,
  )
  await taken.release()
  await expect(stat(join(folder.path, 'running.json'))).rejects.toThrow('ENOENT')
})

test('secrets are made once, for the owner alone', async () => {
  await using folder = await createFolder()
  const made = await readSecrets(folder.path)
  expect(await readSecrets(folder.path)).toEqual(made)
  expect((await stat(join(folder.path, 'secrets.json'))).mode & 0o777).toBe(0o600)
  expect(made.auth.length).toBeGreaterThanOrEqual(43)
})

test('damaged secrets are never replaced silently', async () => {
  await using folder = await createFolder()
  await writeFile(join(folder.path, 'secrets.json'), '{}')
  await expect(readSecrets(folder.path)).rejects.toThrow(/is damaged/)
})

// A folder in its place cannot be read by anybody, root included.
test.each([
  ['secrets.json', (path: string) => readSecrets(path)],
  ['running.json', (path: string) => takeDataDir(path)],
])('%s that cannot be read is never taken for a missing one', async (name, start) => {
  await using folder = await createFolder()
  const file = join(folder.path, name)
  await mkdir(file)
  await expect(start(folder.path)).rejects.toThrow(`${file} cannot be read (EISDIR)`)
  expect((await stat(file)).isDirectory()).toBe(true)
})
