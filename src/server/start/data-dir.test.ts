import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readSecrets, takeDataDir } from './data-dir.ts'
import { commandOf, startedAs } from './processes.ts'

async function createFolder() {
  const path = await mkdtemp(join(tmpdir(), 'undersong-data-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

test('a folder that cannot be written is named in the error', async () => {
  await using folder = await createFolder()
  await writeFile(join(folder.path, 'file'), '')
  const path = join(folder.path, 'file', 'data')
  await expect(takeDataDir(path)).rejects.toThrow(`DATA_DIR ${path} cannot be written.`)
})

test('a path where no folder can be created is named in the error, without an endless loop', async () => {
  await expect(takeDataDir('/proc/undersong')).rejects.toThrow(
    'DATA_DIR /proc/undersong cannot be written.',
  )
})

test('a full disk is reported before anything is started', async () => {
  await using folder = await createFolder()
  await expect(takeDataDir(folder.path, Number.MAX_SAFE_INTEGER)).rejects.toThrow(
    /less than \d+ MB of room/,
  )
})

test('a folder locked by a running process is refused', async () => {
  await using folder = await createFolder()
  const parent = { pid: process.ppid, started: await startedAs(process.ppid) }
  await writeFile(join(folder.path, 'running.json'), JSON.stringify(parent))
  await expect(takeDataDir(folder.path)).rejects.toThrow(
    `already running on DATA_DIR ${folder.path}`,
  )
})

test('a lock of a killed process that its parent has not reaped is ignored', async () => {
  await using folder = await createFolder()
  // The shell replaces itself with `sleep`, which never reaps the child.
  const parent = spawn('sh', ['-c', 'sleep 1000 & echo $!; exec sleep 1000'])
  const [line] = (await once(parent.stdout, 'data')) as [Buffer]
  const pid = Number(line.toString())
  // Until then the shell itself would reap it.
  while ((await commandOf(parent.pid ?? 0)) !== 'sleep 1000') await pause(10)
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
  ['a process that has ended', JSON.stringify({ pid: 2 ** 22 - 1, started: '1' })],
  [
    'a process whose pid was reused',
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

test('secrets are created once, readable only by the owner', async () => {
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

// A folder in place of the file cannot be read by any user, including root.
test.each([
  ['secrets.json', (path: string) => readSecrets(path)],
  ['running.json', (path: string) => takeDataDir(path)],
])('%s that cannot be read is never treated as missing', async (name, start) => {
  await using folder = await createFolder()
  const file = join(folder.path, name)
  await mkdir(file)
  await expect(start(folder.path)).rejects.toThrow(`${file} cannot be read (EISDIR)`)
  expect((await stat(file)).isDirectory()).toBe(true)
})
