// Inspects other processes, and ends child processes.

import { execFile, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

export function hasFinished(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    // EPERM: it runs, but belongs to another user.
    return !(error instanceof Error && 'code' in error && error.code === 'EPERM')
  }
}

/** The start time, which together with the pid identifies a process, as pids are reused. '' when it is unknown. */
export async function startedAs(pid: number, proc = '/proc'): Promise<string> {
  if (!existsSync(proc)) return (await runPs('lstart', pid)) ?? ''
  const stat = await readFile(`${proc}/${pid}/stat`, 'utf8').catch(() => '')
  // The name in brackets may contain anything: fields are counted after it, the start time is the 20th.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}

/** Null when it is unknown; '' for a process that has ended and is not yet reaped. */
export async function commandOf(pid: number, proc = '/proc'): Promise<string | null> {
  if (!existsSync(proc)) return runPs('command', pid)
  const line = await readFile(`${proc}/${pid}/cmdline`, 'utf8').catch(() => null)
  return line === null ? null : line.replaceAll('\0', ' ').trim()
}

/** macOS has no /proc. `-ww`: otherwise a long command is cut. */
async function runPs(field: 'command' | 'lstart', pid: number): Promise<string | null> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-ww', '-o', `${field}=`, '-p', `${pid}`], {
      // The start time must have the same format at every start and for every user.
      env: { PATH: '/bin:/usr/bin', LC_ALL: 'C', TZ: 'UTC' },
    })
    return stdout.trim()
  } catch {
    // No such process, or no `ps`: the caller checks whether it runs.
    return null
  }
}

/** Sends the signal, and SIGKILL after the timeout. */
export async function endChild(
  child: ChildProcess,
  options: { signal: NodeJS.Signals; timeoutMs: number },
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(options.signal)
  const killTimer = setTimeout(() => child.kill('SIGKILL'), options.timeoutMs)
  await exited
  clearTimeout(killTimer)
}

/** Waits for a child to be ready, and ends it when that fails or the signal comes first. @throws the signal's reason */
export async function endingOnAbort<Ready>(
  ready: Promise<Ready>,
  end: () => Promise<void>,
  signal: AbortSignal | undefined,
): Promise<Ready> {
  const interrupted = Promise.withResolvers<never>()
  const interrupt = () => interrupted.reject(signal?.reason)
  signal?.addEventListener('abort', interrupt)
  try {
    signal?.throwIfAborted()
    return await Promise.race([ready, interrupted.promise])
  } catch (error) {
    // `ready` may also reject now that the child ends.
    ready.catch(() => undefined)
    await end()
    throw error
  } finally {
    signal?.removeEventListener('abort', interrupt)
  }
}
