// The test card provider as a child process, for as long as no real key is configured.

import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { endChild } from './processes.ts'
import { StartProblem } from './start-problem.ts'

export type SandboxProcess = { url: string; isRunning: () => boolean; stop: () => Promise<void> }

type Options = { variables: Record<string, string>; onEnd: (code: number | null) => void }

const readyLine = z.object({ ready: z.literal(true), url: z.url() })
const root = fileURLToPath(new URL('../../../', import.meta.url))

/** @throws StartProblem with the sandbox's own sentence. */
export async function startSandbox({ variables, onEnd }: Options): Promise<SandboxProcess> {
  const child = spawn(process.execPath, ['sandbox/main.ts'], {
    cwd: root,
    env: variables,
    detached: true,
    // It ends by itself when this pipe closes: a kill -9 of the shop leaves no orphan.
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2000)))
  let running = true
  let stopping = false
  child.once('exit', (code) => {
    running = false
    if (!stopping) onEnd(code)
  })

  const url = await new Promise<string>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () =>
      reject(
        new StartProblem(said.trim().split('\n').at(-1) || 'The test card provider did not start.'),
      ),
    )
    createInterface({ input: child.stdout }).once('line', (line) =>
      resolve(readyLine.parse(JSON.parse(line)).url),
    )
  })
  return {
    url,
    isRunning: () => running,
    async stop() {
      stopping = true
      await endChild(child, { signal: 'SIGTERM', patienceMs: 10_000 })
    },
  }
}
