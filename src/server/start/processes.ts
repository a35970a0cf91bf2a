// Looking at other processes, and ending our own children.

import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'

export function hasFinished(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    // EPERM: it lives, but is somebody else's.
    return !(error instanceof Error && 'code' in error && error.code === 'EPERM')
  }
}

/** A process number is used again one day; together with its start time it names one process for ever. Linux only: '' elsewhere. */
export async function startedAs(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name in brackets may hold anything: the fields are counted behind it, the start time is the 20th.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}

export async function commandOf(pid: number): Promise<string> {
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return line.replaceAll('\0', ' ').trim()
}

/** Asks once, then insists. */
export async function endChild(
  child: ChildProcess,
  options: { signal: NodeJS.Signals; patienceMs: number },
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill(options.signal)
  const insist = setTimeout(() => child.kill('SIGKILL'), options.patienceMs)
  await gone
  clearTimeout(insist)
}
