import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandOf, hasFinished } from '../../src/server/start/processes.ts'
import { freePort } from '../../scripts/run-program.ts'
import {
  createDataFolder,
  createOpenedDataFolder,
  keepContract,
  launchApp,
  startAppProcess,
  stopApp,
  throughNpm,
} from '../support/running-app.ts'
import { eventually } from '../support/eventually.ts'

/** The ids of all processes whose command or environment contains a folder. */
async function processesOn(folder: string): Promise<string[]> {
  const found: string[] = []
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    const variables = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
    if (command.includes(folder) || variables.includes(folder)) found.push(pid)
  }
  return found
}

test('the app opens, passes its health checks, a second app on the same folder is refused in one sentence, and Ctrl-C ends the first with all its child processes', async () => {
  await using data = await createDataFolder()
  await keepContract(data.path)
  const variables = { PORT: String(await freePort()), DATA_DIR: data.path, LOG_LEVEL: 'info' }
  const app = await startAppProcess(variables)
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
  expect(await (await fetch(`${app.url}/readyz`)).json()).toEqual({ status: 'ready' })
  const page = await fetch(`${app.url}/tracks`)
  expect(page.headers.get('content-security-policy')).toContain(
    "script-src 'self' 'wasm-unsafe-eval' 'sha256-",
  )
  expect(await page.text()).toContain('Track Collection Coming Soon')
  expect((await processesOn(data.path)).length).toBeGreaterThan(2)

  const second = launchApp({ PORT: String(await freePort()), DATA_DIR: data.path })
  expect(await second.ended()).toBe(1)
  expect(second.output().trim()).toBe(
    `Undersong is already running on DATA_DIR ${data.path} (process ${app.child.pid}).`,
  )
  expect((await fetch(`${app.url}/readyz`)).status).toBe(200)

  // The app has no terminal, so it ignores SIGHUP.
  app.child.kill('SIGHUP')
  // A POST to an unknown page is a client error and logs no error.
  expect((await fetch(`${app.url}/zzz`, { method: 'POST' })).status).toBe(405)
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
  expect(app.output()).not.toMatch(/Closing|    at /)

  expect(await stopApp(app)).toBe(0)
  expect(await processesOn(data.path)).toEqual([])
  const lines = app.logged().trim().split('\n')
  expect(lines.map((line): unknown => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ msg: 'incoming request' }),
  )
})

test.each(['Starting the database', 'Starting the test card provider'])(
  'Ctrl-C after "%s" ends what had been started by then',
  async (line) => {
    await using data = await createDataFolder()
    const app = launchApp({ PORT: String(await freePort()), DATA_DIR: data.path })
    await expect.poll(() => app.output()).toContain(line)
    expect(await stopApp(app)).toBe(0)
    expect(app.output()).not.toContain('Undersong is open')
    expect(await processesOn(data.path)).toEqual([])
  },
)

test('after kill -9 the next start succeeds, and no process of the old one remains; a database that is killed is restarted, and the app continues', async () => {
  await using data = await createOpenedDataFolder()
  const variables = { PORT: String(await freePort()), DATA_DIR: data.path }
  const first = await startAppProcess(variables)
  const firstPostmaster = await postmasterOn(data.path)
  first.child.kill('SIGKILL')
  await first.ended()
  expect(hasFinished(firstPostmaster)).toBe(false)
  const left = await processesOn(data.path)

  const second = await startAppProcess(variables)
  // It may be a zombie until init reaps it: a zombie has no command.
  expect((await commandOf(firstPostmaster)) ?? '').toBe('')
  const ready = async () => (await fetch(`${second.url}/readyz`)).status
  expect(await ready()).toBe(200)
  await eventually(async () => {
    const running = new Set(await processesOn(data.path))
    expect(left.filter((pid) => running.has(pid))).toEqual([])
  })

  process.kill(await postmasterOn(data.path), 'SIGKILL')
  await expect.poll(() => second.logged()).toMatch(/"level":50,.*The database ended \(SIGKILL\)/)
  await expect.poll(ready).toBe(200)
  expect((await fetch(`${second.url}/tracks`)).status).toBe(200)
  expect(await stopApp(second)).toBe(0)
  expect(await processesOn(data.path)).toEqual([])
})

const lockFileOn = (folder: string) => join(folder, 'postgres', 'postmaster.pid')

async function postmasterOn(folder: string): Promise<number> {
  return Number((await readFile(lockFileOn(folder), 'utf8')).split('\n')[0])
}

test('when npm is ended by SIGTERM or SIGKILL the app ends too, and can be started again, also with a PostgreSQL lock file that has the id of an unrelated process', async () => {
  await using data = await createOpenedDataFolder()
  const variables = { PORT: String(await freePort()), DATA_DIR: data.path }
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const app = await startAppProcess(variables, throughNpm)
    app.child.kill(signal)
    await expect.poll(() => processesOn(data.path)).toEqual([])
  }
  await writeFile(lockFileOn(data.path), `${process.pid}\n${data.path}\n`)
  expect(await stopApp(await startAppProcess(variables))).toBe(0)
})

test('an unusable file storage is reported in one sentence, and the database is stopped again', async () => {
  await using data = await createOpenedDataFolder()
  await rm(join(data.path, 'files'), { recursive: true })
  await writeFile(join(data.path, 'files'), '')
  const app = launchApp({ PORT: String(await freePort()), DATA_DIR: data.path })
  expect(await app.ended()).toBe(1)
  expect(app.output().trim().split('\n').at(-1)).toMatch(/^Files cannot be stored in .*: ENOTDIR/)
  expect(app.output()).not.toContain('    at ')
  expect(await processesOn(data.path)).toEqual([])
})

test('a taken port, an unwritable folder, a missing ffmpeg and invalid variables are reported in one sentence each, with exit code 1', async () => {
  await using data = await createDataFolder()
  const port = await freePort()
  const other = createServer().listen(port, '127.0.0.1')
  const taken = launchApp({ PORT: String(port), DATA_DIR: data.path })
  expect(await taken.ended()).toBe(1)
  expect(taken.output().trim()).toBe(
    `Port ${port} is taken by another program: free it, or set PORT.`,
  )
  const sandboxPortTaken = launchApp({ PORT: '0', SANDBOX_PORT: String(port), DATA_DIR: data.path })
  expect(await sandboxPortTaken.ended()).toBe(1)
  expect(sandboxPortTaken.output().trim()).toBe(
    `Port ${port}, for the test card provider, is taken by another program: free it, or set SANDBOX_PORT.`,
  )
  other.close()

  await writeFile(join(data.path, 'file'), '')
  const unwritable = launchApp({ PORT: String(port), DATA_DIR: join(data.path, 'file') })
  expect(await unwritable.ended()).toBe(1)
  expect(unwritable.output().trim()).toBe(`DATA_DIR ${join(data.path, 'file')} cannot be written.`)

  const withoutFfmpeg = launchApp({ PORT: String(port), DATA_DIR: data.path, FFMPEG_PATH: '/nope' })
  expect(await withoutFfmpeg.ended()).toBe(1)
  expect(withoutFfmpeg.output().trim()).toBe(
    'FFMPEG_PATH /nope cannot be run (ENOENT): name an ffmpeg, or leave it out.',
  )

  const invalid = launchApp({ PORT: 'many', LOG_LEVEL: 'loud', DATA_DIR: data.path })
  expect(await invalid.ended()).toBe(1)
  expect(invalid.output().trim().split('\n')).toHaveLength(2)
})
