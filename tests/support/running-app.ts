// The shop as an operator runs it: its own process, on its own folder and port.

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const timeoutMs = 180_000

export type RunningApp = {
  url: string
  child: ChildProcess
  /** To the operator and to the log. */
  output: () => string
  /** To the log alone. */
  logged: () => string
  ended: () => Promise<number | null>
}

export async function createDataFolder() {
  const path = await mkdtemp(join(tmpdir(), 'undersong-shop-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

const itself = { program: process.execPath, args: ['scripts/start.mjs'] }
/** As the README says. */
export const throughNpm = { program: 'npm', args: ['start'] }

/** Starts it and hears its words; it may well end by itself. */
export function launchApp(
  variables: Record<string, string>,
  { program, args } = itself,
): RunningApp {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(program, args, {
    cwd: root,
    env: { PATH, HOME, DEMO: '0', SANDBOX_PORT: '0', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let logged = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    logged += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const exit = once(child, 'exit')
  return {
    url: `http://127.0.0.1:${variables['PORT'] ?? '3000'}`,
    child,
    output: () => output,
    logged: () => logged,
    ended: async () => {
      await exit
      return child.exitCode
    },
  }
}

/** Comes back when it is open. */
export async function startAppProcess(
  variables: Record<string, string>,
  how = itself,
): Promise<RunningApp> {
  const site = launchApp(variables, how)
  const giveUpAt = Date.now() + timeoutMs
  while (!site.output().includes('Undersong is open')) {
    if (site.child.exitCode !== null || Date.now() > giveUpAt) {
      site.child.kill('SIGKILL')
      throw new Error(`The shop did not open:\n${site.output()}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return site
}

export async function stopApp(site: RunningApp): Promise<number | null> {
  site.child.kill('SIGINT')
  return site.ended()
}
