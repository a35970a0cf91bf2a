// Prints a row for each figure, and makes the benchmark fail where a goal is missed.

import type { Measured, QueryClass } from './measure-class.ts'

/** @param rawMs the time of a fixed statement in the same moment: the median is shown as a multiple of it */
export function printClass(
  { name, goalMs, isFirst = false }: QueryClass,
  { p50, p95, p99, first, cpuMs, inexact, slowest, refused }: Measured,
  rawMs: number,
): void {
  const isMet = refused.length === 0 && (isFirst ? first : p99) < goalMs
  print(isMet, [
    name.padEnd(38),
    ...[p50, p95, p99, first].map((ms) => ms.toFixed(1).padStart(7)),
    `CPU ${cpuMs.toFixed(2).padStart(6)}`,
    `${(p50 / rawMs).toFixed(1)} raw`.padStart(9),
    `goal ${goalMs}`.padEnd(9),
    ...(inexact > 0 ? [`${inexact} totals are estimates`] : []),
    ...(isMet ? [] : [`slowest ${decodeURIComponent(slowest)}`]),
    ...refused.map((path) => `refused ${decodeURIComponent(path)}`),
  ])
}

export function printVerdict(isMet: boolean, name: string, ms: number, goalMs: number): void {
  print(isMet, [name.padEnd(38), `${ms.toFixed(0).padStart(7)} ms`, `goal ${goalMs}`])
}

export function print(isMet: boolean, parts: string[]): void {
  if (!isMet) process.exitCode = 1
  console.log([isMet ? '  ok    ' : '  MISSED', ...parts].join('  '))
}
