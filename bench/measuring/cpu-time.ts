// Processor time of a process with all processes below it, and of PostgreSQL below this one.

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { descendantsOf } from '../../scripts/process-family.ts'

/** Linux counts in ticks of 10 ms, whatever its kernel's own are. */
const tickMs = 10

/** In milliseconds since each process started; the ended children of a process count with it. */
export function readCpuTime(pid: number): number {
  return [pid, ...descendantsOf(pid)].reduce((sum, one) => sum + cpuTimeOf(one), 0)
}

/** Once a process and all below it have done next to nothing for some seconds: what it does at its start is no request. */
export async function whenIdle(pid: number): Promise<void> {
  for (let idleSeconds = 0; idleSeconds < 5;) {
    const before = readCpuTime(pid)
    await setTimeout(1_000)
    idleSeconds = readCpuTime(pid) - before <= 50 ? idleSeconds + 1 : 0
  }
}

export function readPostgresCpuTime(): number {
  return descendantsOf(process.pid).reduce((sum, one) => sum + cpuTimeOf(one), 0)
}

function cpuTimeOf(pid: number): number {
  try {
    return existsSync('/proc/self/stat') ? readStat(pid) : readPs(pid)
  } catch {
    // It has ended meanwhile: its parent counts it.
    return 0
  }
}

function readStat(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name in brackets may contain anything. utime, stime, cutime and cstime are the fields 14 to 17 of the whole line.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * tickMs
}

/** '1:02.34' or '01:02:03.45'. */
function readPs(pid: number): number {
  const text = execFileSync('ps', ['-o', 'cputime=', '-p', String(pid)])
    .toString()
    .trim()
  const seconds = text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
  return seconds * 1000
}
