// The test card provider as a child process, for as long as no real key is configured.

import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { endChild, endingOnAbort } from './processes.ts'
import { StartProblem } from './start-problem.ts'

export type SandboxProcess = { url: string; isRunning: () => boolean; stop: () => Promise<void> }

type Options = {
  variables: Record<string, string>
  onEnd: (code: number | null) => void
  signal?: AbortSignal | undefined
}

const readyLine = z.object({ ready: z.literal(true), url: z.url() })
const root = fileURLToPath(new URL('../../../', import.meta.url))

/** The signal interrupts the start only. @throws StartProblem with the sandbox's own sentence. */
export async function startSandbox({ variables, onEnd, signal }: Options): Promise<SandboxProcess> {
  const child = spawn(process.execPath, ['sandbox/main.ts'], {
    cwd: root,
    env: variables,
    detached: true,
    // It ends by itself when this pipe closes: a kill -9 of the shop leaves no orphan.
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const end = () => endChild(child, { signal: 'SIGTERM', patienceMs: 10_000 })
  const url = await endingOnAbort(readUrl(child), end, signal)

  let running = true
  let stopping = false
  child.once('exit', (code) => {
    running = false
    if (!stopping) onEnd(code)
  })
  return {
    url,
    isRunning: () => running,
    async stop() {
      stopping = true
      await end()
    },
  }
}

function readUrl(child: ChildProcessWithoutNullStreams): Promise<string> {
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2000)))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    // What it said is complete only when its pipes are closed.
    child.once('close', () =>
      reject(
        new StartProblem(said.trim().split('\n').at(-1) || 'The test card provider did not start.'),
      ),
    )
    createInterface({ input: child.stdout }).once('line', (line) => {
      const ready = readyLine.safeParse(JSON.parse(line))
      if (ready.success) resolve(ready.data.url)
      else reject(new StartProblem(`The test card provider did not start: ${line}`))
    })
  })
}
