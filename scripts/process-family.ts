// Finds and ends the descendants of a process: an interrupted test runner leaves its child processes behind.

import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { hasFinished } from '../src/server/start/processes.ts'

const timeoutMs = 15_000

/** All current descendants: after a parent has ended, its children cannot be found any more. */
export function descendantsOf(pid: number): number[] {
  const parents = readParents()
  const descendants: number[] = []
  for (let found = [pid]; found.length > 0;) {
    found = [...parents].filter(([, parent]) => found.includes(parent)).map(([child]) => child)
    descendants.push(...found)
  }
  return descendants
}

/** Sends SIGINT, PostgreSQL's fast shutdown, and SIGKILL after the timeout. */
export async function endAll(pids: number[]): Promise<void> {
  const left = () => pids.filter((pid) => !hasFinished(pid))
  signal(left(), 'SIGINT')
  const giveUpAt = Date.now() + timeoutMs
  while (left().length > 0 && Date.now() < giveUpAt) await pause(50)
  signal(left(), 'SIGKILL')
}

function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** Child → parent. Slim Linux images have no `ps`, other systems no /proc. */
function readParents(): Map<number, number> {
  if (!existsSync('/proc/self/stat')) {
    const lines = execFileSync('ps', ['-axo', 'pid=,ppid=']).toString().trim().split('\n')
    return new Map(lines.map((line) => pairOf(line.trim().split(/\s+/))))
  }
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return new Map(pids.map((pid) => pairOf([pid, parentInProc(pid)])))
}

function parentInProc(pid: string): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may contain anything; the state and the parent follow it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? ''
  } catch {
    return ''
  }
}

function pairOf([child, parent]: string[]): [number, number] {
  return [Number(child), Number(parent)]
}
