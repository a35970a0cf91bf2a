// Runs a program of node_modules/.bin or PATH for a command, on the project's own Node, and ends it with the command.

import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { endAll, descendantsOf } from './process-family.ts'

export const projectRoot = fileURLToPath(new URL('../', import.meta.url))

type ProgramResult = { code: number; output: string }

type Options = {
  env?: Record<string, string>
  /** Collects the output instead of printing it. */
  quietly?: boolean
}

/** ProgramResult by Ctrl-C or a supervisor's signal: no message is needed. */
class Interrupted extends Error {}

/**
 * The code is 1 for a program that a signal ended.
 * @throws Interrupted after the program and all its descendants have ended.
 */
export async function runProgram(
  program: string,
  args: string[],
  { env = {}, quietly = false }: Options = {},
): Promise<ProgramResult> {
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

  let descendants: number[] | undefined
  const interrupt = (signal: NodeJS.Signals) => {
    // Collected now: a process whose parent has ended cannot be found any more.
    descendants ??= descendantsOf(child.pid ?? -1)
    // A terminal signals the child as well, a supervisor signals only this process.
    child.kill(signal)
  }
  process.on('SIGINT', interrupt)
  process.on('SIGTERM', interrupt)
  try {
    const code = await new Promise<number>((resolve, reject) => {
      child.once('error', reject)
      // The output is complete only when the pipes are closed.
      child.once(quietly ? 'close' : 'exit', (status) => resolve(status ?? 1))
    })
    if (descendants !== undefined) {
      await endAll(descendants)
      throw new Interrupted()
    }
    return { code, output }
  } finally {
    process.off('SIGINT', interrupt)
    process.off('SIGTERM', interrupt)
  }
}

/** Runs a whole command; when interrupted, it exits with 130, like a shell. */
export async function runCommand(command: () => Promise<boolean>): Promise<never> {
  try {
    process.exit((await command()) ? 0 : 1)
  } catch (error) {
    if (error instanceof Interrupted) process.exit(130)
    throw error
  }
}

/** Every process chooses from every sixty-fourth port. */
const portStep = 64
const handedOut = new Set<number>()

/**
 * A local port that is currently free. Below those that systems give to outgoing connections and to servers without a
 * chosen port, so that none of them takes it before it is used; nor does another process that looks for one meanwhile.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + portStep * randomInt(340) + (process.pid % portStep)
    if (handedOut.has(port) || !(await isFree(port))) continue
    handedOut.add(port)
    return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
