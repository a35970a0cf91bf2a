// The test card provider as a child process, while no real key is configured; restarted when it ends.

import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { endChild, endingOnAbort } from './processes.ts'
import { messageOf, StartProblem } from './start-problem.ts'

export type SandboxProcess = {
  url: string
  pid: () => number | undefined
  stop: () => Promise<void>
}

type Options = {
  variables: Record<string, string>
  /** Gets a line when it ended unexpectedly and is restarted. */
  log: (line: string) => void
  signal?: AbortSignal | undefined
  pauseMs?: number
}

/** The pause before a restart doubles each time the process runs for less than `stableAfterMs`. */
const minPauseMs = 500
const maxPauseMs = 60_000
const stableAfterMs = 60_000

const readyLine = z
  .string()
  .transform((line, context): unknown => {
    try {
      return JSON.parse(line)
    } catch {
      context.addIssue('It is no JSON.')
      return z.NEVER
    }
  })
  .pipe(z.object({ ready: z.literal(true), url: z.url() }))
const root = fileURLToPath(new URL('../../../', import.meta.url))

/** The signal interrupts the start only. @throws StartProblem with the sandbox's own sentence. */
export async function startSandbox(options: Options): Promise<SandboxProcess> {
  const { variables, log, signal, pauseMs = minPauseMs } = options
  let sandbox = await launch(variables, signal)
  const { url } = sandbox
  const stopping = new AbortController()
  let shortRuns = 0
  let restarting: Promise<void> = Promise.resolve()

  function watch({ child }: Launched): void {
    const startedAt = Date.now()
    child.once('exit', (code, endedBy) => {
      if (stopping.signal.aborted) return
      log(`The test card provider ended (${endedBy ?? code}) and is started again.`)
      if (Date.now() - startedAt > stableAfterMs) shortRuns = 0
      restarting = restart()
    })
  }

  /** With its data, and at the same address, which our client and browsers use. */
  async function restart(): Promise<void> {
    try {
      await pause(Math.min(pauseMs * 2 ** shortRuns++, maxPauseMs), undefined, {
        signal: stopping.signal,
      })
      sandbox = await launch({ ...variables, SANDBOX_PORT: new URL(url).port }, stopping.signal)
      watch(sandbox)
    } catch (error) {
      if (stopping.signal.aborted) return
      log(`The test card provider could not be started again: ${messageOf(error)}`)
      await restart()
    }
  }

  watch(sandbox)
  return {
    url,
    pid: () => sandbox.child.pid,
    async stop() {
      stopping.abort()
      await restarting
      await sandbox.end()
    },
  }
}

type Launched = { child: ChildProcessWithoutNullStreams; url: string; end: () => Promise<void> }

async function launch(
  variables: Record<string, string>,
  signal: AbortSignal | undefined,
): Promise<Launched> {
  const child = spawn(process.execPath, ['sandbox/main.ts'], {
    cwd: root,
    env: variables,
    detached: true,
    // It ends by itself when this pipe closes: a kill -9 of the app leaves no orphan.
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const end = () => endChild(child, { signal: 'SIGTERM', timeoutMs: 10_000 })
  return { child, end, url: await endingOnAbort(readUrl(child), end, signal) }
}

function readUrl(child: ChildProcessWithoutNullStreams): Promise<string> {
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-2000)))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    // Its output is complete only when its pipes are closed.
    child.once('close', () =>
      reject(
        new StartProblem(
          output.trim().split('\n').at(-1) || 'The test card provider did not start.',
        ),
      ),
    )
    createInterface({ input: child.stdout }).once('line', (line) => {
      const ready = readyLine.safeParse(line)
      if (ready.success) resolve(ready.data.url)
      else reject(new StartProblem(`The test card provider did not start: ${line}`))
    })
  })
}
