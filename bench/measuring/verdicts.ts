// Prints a row for each figure, and makes the benchmark fail where a goal is missed.

import type { Measured, QueryClass } from './measure-class.ts'

/** `smallestMedian` is the median of the same class at the first size that was measured. */
export function printClass(
  { name, goalMs, isFirst = false }: QueryClass,
  { p50, p95, p99, first, cpuMs, inexact, slowest, refused }: Measured,
  smallestMedian: number,
): void {
  const growth = p50 / smallestMedian
  const isMet = refused.length === 0 && (isFirst ? first : p99) < goalMs
  print(isMet, [
    name.padEnd(38),
    ...[p50, p95, p99, first].map((ms) => ms.toFixed(1).padStart(7)),
    `CPU ${cpuMs.toFixed(2).padStart(6)}`,
    `${growth.toFixed(1)} times`.padStart(10),
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
