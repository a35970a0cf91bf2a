import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { commandOf, hasFinished } from '../../src/server/start/processes.ts'
import { freePort } from '../../scripts/run-program.ts'
import {
  createDataFolder,
  launchApp,
  startAppProcess,
  stopApp,
  throughNpm,
} from '../support/running-app.ts'

/** Every process that works on a folder, as the system sees it. */
async function processesOn(folder: string): Promise<string[]> {
  const found: string[] = []
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    const variables = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
    if (command.includes(folder) || variables.includes(folder)) found.push(pid)
  }
  return found
}

test('the shop opens, answers for its health, and Ctrl-C ends it with all its children', async () => {
  await using data = await createDataFolder()
  const variables = { PORT: String(await freePort()), DATA_DIR: data.path, LOG_LEVEL: 'info' }
  const site = await startAppProcess(variables)
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200)
  expect(await (await fetch(`${site.url}/readyz`)).json()).toEqual({ status: 'ready' })
  const page = await fetch(`${site.url}/tracks`)
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self' 'sha256-")
  expect(await page.text()).toContain('Track Collection Coming Soon')
  expect((await processesOn(data.path)).length).toBeGreaterThan(2)

  // It has no terminal whose end it could be told of.
  site.child.kill('SIGHUP')
  // A page that is none is its visitor's affair, and no line anywhere.
  expect((await fetch(`${site.url}/zzz`, { method: 'POST' })).status).toBe(405)
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200)
  expect(site.output()).not.toMatch(/Closing|    at /)

  expect(await stopApp(site)).toBe(0)
  expect(await processesOn(data.path)).toEqual([])
  const lines = site.logged().trim().split('\n')
  expect(lines.map((line): unknown => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ msg: 'incoming request' }),
  )
})

test.each(['Starting the database', 'Starting the test card provider'])(
  'Ctrl-C after "%s" ends what had been started by then',
  async (line) => {
    await using data = await createDataFolder()
    const site = launchApp({ PORT: String(await freePort()), DATA_DIR: data.path })
    await vi.waitFor(() => expect(site.output()).toContain(line), { timeout: 180_000 })
    expect(await stopApp(site)).toBe(0)
    expect(site.output()).not.toContain('Undersong is open')
    expect(await processesOn(data.path)).toEqual([])
  },
)

test('after kill -9 the next start finds its way, and nothing of the old one stays', async () => {
  await using data = await createDataFolder()
  const variables = { PORT: String(await freePort()), DATA_DIR: data.path }
  const first = await startAppProcess(variables)
  const postmaster = Number(
    (await readFile(join(data.path, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0],
  )
  first.child.kill('SIGKILL')
  await first.ended()
  expect(hasFinished(postmaster)).toBe(false)

  const second = await startAppProcess(variables)
  // It may still wait to be collected by the system's first process: then it has no command any more.
  expect((await commandOf(postmaster)) ?? '').toBe('')
  expect((await fetch(`${second.url}/readyz`)).status).toBe(200)
  expect(await stopApp(second)).toBe(0)
  await vi.waitFor(async () => expect(await processesOn(data.path)).toEqual([]), {
    timeout: 10_000,
  })
})

test('a database that is killed is started again, and the shop goes on', async () => {
  await using data = await createDataFolder()
  const site = await startAppProcess({ PORT: String(await freePort()), DATA_DIR: data.path })
  const lockFile = join(data.path, 'postgres', 'postmaster.pid')
  process.kill(Number((await readFile(lockFile, 'utf8')).split('\n')[0]), 'SIGKILL')

  await vi.waitFor(() =>
    expect(site.logged()).toMatch(/"level":50,.*The database ended \(SIGKILL\)/),
  )
  const ready = async () => (await fetch(`${site.url}/readyz`)).status
  await vi.waitFor(async () => expect(await ready()).toBe(200), { timeout: 60_000 })
  expect((await fetch(`${site.url}/tracks`)).status).toBe(200)
  expect(await stopApp(site)).toBe(0)
  expect(await processesOn(data.path)).toEqual([])
})

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'npm is ended by %s: the shop behind it ends, too, and the next one starts',
  async (signal) => {
    await using data = await createDataFolder()
    const variables = { PORT: String(await freePort()), DATA_DIR: data.path }
    const first = await startAppProcess(variables, throughNpm)
    first.child.kill(signal)
    await vi.waitFor(async () => expect(await processesOn(data.path)).toEqual([]), {
      timeout: 20_000,
    })
    await stopApp(await startAppProcess(variables))
  },
)

test('a lock file of PostgreSQL that names a stranger does not block the start', async () => {
  await using data = await createDataFolder()
  const variables = { PORT: String(await freePort()), DATA_DIR: data.path }
  await stopApp(await startAppProcess(variables))
  await writeFile(join(data.path, 'postgres', 'postmaster.pid'), `${process.pid}\n${data.path}\n`)
  expect(await stopApp(await startAppProcess(variables))).toBe(0)
})

test('a second shop on the same folder is refused in one sentence', async () => {
  await using data = await createDataFolder()
  const first = await startAppProcess({ PORT: String(await freePort()), DATA_DIR: data.path })
  const second = launchApp({ PORT: String(await freePort()), DATA_DIR: data.path })
  expect(await second.ended()).toBe(1)
  expect(second.output().trim()).toBe(
    `Undersong is already running on DATA_DIR ${data.path} (process ${first.child.pid}).`,
  )
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
  await stopApp(first)
})

test('a place for files that cannot be used is one sentence, and the database is stopped again', async () => {
  await using data = await createDataFolder()
  await writeFile(join(data.path, 'files'), '')
  const site = launchApp({ PORT: String(await freePort()), DATA_DIR: data.path })
  expect(await site.ended()).toBe(1)
  expect(site.output().trim().split('\n').at(-1)).toMatch(/^Files cannot be stored in .*: ENOTDIR/)
  expect(site.output()).not.toContain('    at ')
  expect(await processesOn(data.path)).toEqual([])
})

test('a taken port, a folder that cannot be written, a missing ffmpeg and wrong variables: one sentence each, exit code 1', async () => {
  await using data = await createDataFolder()
  const port = await freePort()
  const other = createServer().listen(port, '127.0.0.1')
  const taken = launchApp({ PORT: String(port), DATA_DIR: data.path })
  expect(await taken.ended()).toBe(1)
  expect(taken.output().trim()).toBe(
    `Port ${port} is taken by another program: free it, or set PORT.`,
  )
  const half = launchApp({ PORT: '0', SANDBOX_PORT: String(port), DATA_DIR: data.path })
  expect(await half.ended()).toBe(1)
  expect(half.output().trim()).toBe(
    `Port ${port}, for the test card provider, is taken by another program: free it, or set SANDBOX_PORT.`,
  )
  other.close()

  await writeFile(join(data.path, 'file'), '')
  const unwritable = launchApp({ PORT: String(port), DATA_DIR: join(data.path, 'file') })
  expect(await unwritable.ended()).toBe(1)
  expect(unwritable.output().trim()).toBe(`DATA_DIR ${join(data.path, 'file')} cannot be written.`)

  const soundless = launchApp({ PORT: String(port), DATA_DIR: data.path, FFMPEG_PATH: '/nope' })
  expect(await soundless.ended()).toBe(1)
  expect(soundless.output().trim()).toBe(
    'FFMPEG_PATH /nope cannot be run (ENOENT): name an ffmpeg, or leave it out.',
  )

  const wrong = launchApp({ PORT: 'many', LOG_LEVEL: 'loud', DATA_DIR: data.path })
  expect(await wrong.ended()).toBe(1)
  expect(wrong.output().trim().split('\n')).toHaveLength(2)
})
