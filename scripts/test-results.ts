// Reads vitest's JSON report of a run: how many tests passed, and how long each file took.

import { relative } from 'node:path'
import { z } from 'zod'
import { projectRoot } from './run-program.ts'

export type TestResults = {
  passed: number
  failed: number
  files: { name: string; seconds: number }[]
}

const reportSchema = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      assertionResults: z.array(z.unknown()),
    }),
  ),
})

/**
 * A test file that cannot be loaded, or a run that crashes, counts as one failure.
 * @param report null if the run wrote none
 * @param code the exit code of the run
 */
export function readTestResults(report: string | null, code: number): TestResults {
  if (report === null) return { passed: 0, failed: 1, files: [] }
  const { numPassedTests, numFailedTests, testResults } = reportSchema.parse(JSON.parse(report))
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  const failed = numFailedTests + broken.length
  return {
    passed: numPassedTests,
    failed: code !== 0 && failed === 0 ? 1 : failed,
    files: testResults.map(({ name, startTime, endTime }) => ({
      name: relative(projectRoot, name),
      seconds: (endTime - startTime) / 1000,
    })),
  }
}

/** The slowest first, one line each, without the time that vitest needs to load a file. */
export function slowestFiles(files: TestResults['files'], count: number): string[] {
  return files
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, count)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`)
}
