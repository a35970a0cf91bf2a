// Reads vitest's JSON report of a run: how many tests passed, which failed and why, and how long
// each file took.

import { relative } from 'node:path'
import { z } from 'zod'
import { projectRoot } from './run-program.ts'

export type TestResults = {
  passed: number
  failed: number
  /** For each failed test its file, its name and the first line of its error. */
  failures: string[]
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
      message: z.string(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
})

/**
 * A test file that cannot be loaded, or a run that crashes, counts as one failure.
 * @param report null if the run wrote none
 * @param code the exit code of the run
 */
export function readTestResults(report: string | null, code: number): TestResults {
  if (report === null) return { passed: 0, failed: 1, failures: [], files: [] }
  const { numPassedTests, numFailedTests, testResults } = reportSchema.parse(JSON.parse(report))
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  const failed = numFailedTests + broken.length
  return {
    passed: numPassedTests,
    failed: code !== 0 && failed === 0 ? 1 : failed,
    failures: [
      ...broken.map(({ name, message }) => failure(name, 'could not be loaded', message)),
      ...testResults.flatMap(({ name, assertionResults }) =>
        assertionResults
          .filter(({ status }) => status === 'failed')
          .map((test) => failure(name, test.fullName, test.failureMessages?.[0] ?? '')),
      ),
    ],
    files: testResults.map(({ name, startTime, endTime }) => ({
      name: relative(projectRoot, name),
      seconds: (endTime - startTime) / 1000,
    })),
  }
}

function failure(file: string, test: string, message: string): string {
  return `${relative(projectRoot, file)} › ${test}\n    ${message.split('\n', 1)[0]}`
}

/** The slowest first, one line each, without the time that vitest needs to load a file. */
export function slowestFiles(files: TestResults['files'], count: number): string[] {
  return files
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, count)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`)
}
