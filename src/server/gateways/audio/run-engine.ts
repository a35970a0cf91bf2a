// Runs one entry file in a child process with minimal permissions, and ends it at its limits.
import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

export type SandboxedRun = {
  /** The TypeScript file to run and its arguments. */
  entry: string
  argumentList: string[]
  /** Files and folders the process may read, besides those it may write. */
  readable: string[]
  writable: string
  /** Whether it may start other programs; Node's permissions do not apply to those. */
  mayStartPrograms: boolean
  timeoutMs: number
  /** No file it writes may be larger. */
  maxFileBytes?: number
  /** Ends the process when the caller no longer needs its result. */
  signal?: AbortSignal | undefined
  onLine: (line: string) => void
}

export type SandboxedEnd = {
  code: number | null
  signal: NodeJS.Signals | null
  /** Ended at `timeoutMs`, or by the system at its limit of processor time. */
  outOfTime: boolean
  errors: string
}

const maxOutputCharacters = 64_000
const maxErrorCharacters = 8_000

/** Preparing an upload writes 16-bit mono of 11 kHz: 26 MB for the longest. */
const maxPreparedBytes = 400_000 * 512

// Data in KiB, file size in blocks of 512 bytes, open files, processor seconds: SIGXCPU after 60,
// SIGKILL after 70. Not `-v`: Node reserves more address space than it uses. The shell itself adds PWD
// to the empty environment.
const limits = (maxFileBytes: number) =>
  `ulimit -d 1200000; ulimit -f ${Math.ceil(maxFileBytes / 512)}; ulimit -n 256; ulimit -S -t 60; ulimit -H -t 70; unset PWD; exec "$@"`

/** Resolves when the process has ended, with any status; rejects when it could not be started. */
export function runSandboxed(run: SandboxedRun): Promise<SandboxedEnd> {
  const child = start(run)
  const end = () => endGroup(child)
  // A server that stops must not leave decoders behind; their jobs run again at the next start.
  process.once('exit', end)
  return new Promise((resolve, reject) => {
    let errors = ''
    let outputCharacters = 0
    let timedOut = false
    const timer = setTimeout(() => {
      timedOut = true
      end()
    }, run.timeoutMs)

    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      outputCharacters += text.length
      if (outputCharacters > maxOutputCharacters) end()
    })
    createInterface({ input: child.stdout }).on('line', run.onLine)
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(0, maxErrorCharacters)
    })
    if (run.signal?.aborted) end()
    run.signal?.addEventListener('abort', end, { once: true })
    const settle = () => {
      clearTimeout(timer)
      run.signal?.removeEventListener('abort', end)
      process.off('exit', end)
    }
    child.on('error', (error) => {
      settle()
      reject(error)
    })
    // Programs it started end with it.
    child.on('exit', end)
    child.on('close', (code, signal) => {
      settle()
      resolve({ code, signal, outOfTime: timedOut || signal === 'SIGXCPU', errors })
    })
  })
}

function start(run: SandboxedRun): ChildProcessByStdio<null, Readable, Readable> {
  const command = [process.execPath, ...nodeOptions(run), run.entry, ...run.argumentList]
  // The shell only sets limits: the command arrives as arguments, never as text to interpret.
  const limited =
    process.platform === 'linux'
      ? ['/bin/sh', '-c', limits(run.maxFileBytes ?? maxPreparedBytes), 'sh', ...command]
      : command
  const [program = process.execPath, ...argumentList] = limited
  return spawn(program, argumentList, {
    env: {},
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own process group, so that a program it started ends with it.
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
}

function nodeOptions({ readable, writable, mayStartPrograms }: SandboxedRun): string[] {
  return [
    '--permission',
    ...[...readable, writable].map((file) => `--allow-fs-read=${file}`),
    `--allow-fs-write=${writable}`,
    ...(mayStartPrograms ? ['--allow-child-process'] : []),
    '--max-old-space-size=1024',
    // A function of the engine is checked when it is compiled, at its first call, instead of all of them at the start.
    '--wasm-lazy-validation',
    // Optimising a function pays only in long recordings: V8 begins after ten times its usual count of executed bytes.
    '--wasm-tiering-budget=130000000',
    '--no-warnings',
  ]
}

function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  if (process.platform === 'win32') {
    child.kill('SIGKILL')
    return
  }
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // The group has no process left.
  }
}
