// Runs a program of node_modules/.bin or PATH for a command, on our own Node, and ends it with the command.

import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const projectRoot = fileURLToPath(new URL('../', import.meta.url))

export type Ended = { code: number; output: string }

type Options = {
  env?: Record<string, string>
  /** Kept to be shown only if needed, instead of being printed at once. */
  quietly?: boolean
}

let interrupted = false

/** A program that a signal ended answers 1. After an interruption nothing more is started: the command exits instead. */
export async function runProgram(
  program: string,
  args: string[],
  options: Options = {},
): Promise<Ended> {
  if (interrupted) return leave()
  const child = spawn(program, args, {
    cwd: projectRoot,
    env: {
      ...process.env,
      ...options.env,
      PATH: `${projectRoot}node_modules/.bin:${process.env['PATH'] ?? ''}`,
    },
    stdio: ['ignore', options.quietly ? 'pipe' : 'inherit', options.quietly ? 'pipe' : 'inherit'],
  })
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))

  // A terminal sends Ctrl-C to the child as well, a supervisor only to us: the child hears it either way, and we wait.
  const passOn = (signal: NodeJS.Signals) => {
    interrupted = true
    child.kill(signal)
  }
  process.on('SIGINT', passOn)
  process.on('SIGTERM', passOn)
  try {
    const code = await new Promise<number>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (status) => resolve(status ?? 1))
    })
    return interrupted ? leave() : { code, output }
  } finally {
    process.off('SIGINT', passOn)
    process.off('SIGTERM', passOn)
  }
}

/** As shells say it: ended by Ctrl-C. */
function leave(): never {
  process.exit(130)
}
