// Runs a program of node_modules/.bin or PATH for a command, on our own Node, and ends it with the command.

import { createServer } from 'node:net'
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { endAll, familyOf } from './process-family.ts'

export const projectRoot = fileURLToPath(new URL('../', import.meta.url))

type Ended = { code: number; output: string }

type Options = {
  env?: Record<string, string>
  /** Kept to be shown only if needed, instead of being printed at once. */
  quietly?: boolean
}

/** Ctrl-C, or a supervisor's wish: there is nothing to add to it. */
class Interrupted extends Error {}

/**
 * A program that a signal ended answers 1.
 * @throws Interrupted once the program, and all that it had started, has ended.
 */
export async function runProgram(
  program: string,
  args: string[],
  { env = {}, quietly = false }: Options = {},
): Promise<Ended> {
  const path = `${projectRoot}node_modules/.bin:${process.env['PATH'] ?? ''}`
  const stream = quietly ? 'pipe' : 'inherit'
  const child = spawn(program, args, {
    cwd: projectRoot,
    env: { ...process.env, ...env, PATH: path },
    stdio: ['ignore', stream, stream],
  })
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))

  let family: number[] | undefined
  const interrupt = (signal: NodeJS.Signals) => {
    // Noted now: whoever loses its parent cannot be found any more.
    family ??= familyOf(child.pid ?? -1)
    // A terminal has told the child as well, a supervisor has told us alone.
    child.kill(signal)
  }
  process.on('SIGINT', interrupt)
  process.on('SIGTERM', interrupt)
  try {
    const code = await new Promise<number>((resolve, reject) => {
      child.once('error', reject)
      // What it said is complete only when its pipes are closed.
      child.once(quietly ? 'close' : 'exit', (status) => resolve(status ?? 1))
    })
    if (family !== undefined) {
      await endAll(family)
      throw new Interrupted()
    }
    return { code, output: output }
  } finally {
    process.off('SIGINT', interrupt)
    process.off('SIGTERM', interrupt)
  }
}

/** Runs a whole command; interrupted, it leaves as shells do. */
export async function runCommand(command: () => Promise<boolean>): Promise<never> {
  try {
    process.exit((await command()) ? 0 : 1)
  } catch (error) {
    if (error instanceof Interrupted) process.exit(130)
    throw error
  }
}

/** For a program that is to listen: a port of this machine that nothing listens on now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        address !== null && typeof address === 'object'
          ? resolve(address.port)
          : reject(new Error('There is no free port.')),
      )
    })
  })
}
