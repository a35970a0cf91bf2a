import { expect, test } from 'vitest'
import { projectRoot } from '../scripts/run-program.ts'
import { readTestResults, slowestFiles } from '../scripts/test-results.ts'

const file = (name: string, seconds: number, tests = 1, status = 'passed') => ({
  name: projectRoot + name,
  status,
  startTime: 1_000,
  endTime: 1_000 + seconds * 1000,
  message: status === 'failed' ? 'Error: no such module\n    at a line' : '',
  assertionResults: Array.from({ length: tests }, () => ({ status: 'passed', fullName: 'a test' })),
})

const report = (passed: number, failed: number, testResults: object[]) =>
  JSON.stringify({ numPassedTests: passed, numFailedTests: failed, testResults })

test('the totals of a run are those of its report', () => {
  const run = report(7, 2, [file('src/a.test.ts', 1, 9, 'failed')])
  expect(readTestResults(run, 1)).toMatchObject({ passed: 7, failed: 2 })
})

test('a file that cannot be loaded counts as one failure', () => {
  const run = report(7, 0, [file('src/a.test.ts', 1, 7), file('src/b.test.ts', 0, 0, 'failed')])
  expect(readTestResults(run, 1)).toMatchObject({ passed: 7, failed: 1 })
})

test('a run that crashes counts as one failure, with a report and without', () => {
  expect(readTestResults(null, 1)).toEqual({ passed: 0, failed: 1, failures: [], files: [] })
  expect(readTestResults(report(7, 0, []), 1)).toMatchObject({ passed: 7, failed: 1 })
})

test('each failed test is named with its file and the first line of its error', () => {
  const failed = {
    status: 'failed',
    fullName: 'the answer is 42',
    failureMessages: ['AssertionError: expected 41 to be 42\n    at a line'],
  }
  const halfFailed = { ...file('src/a.test.ts', 1, 0, 'failed'), assertionResults: [failed] }
  const run = report(7, 1, [halfFailed, file('src/b.test.ts', 0, 0, 'failed')])
  expect(readTestResults(run, 1).failures).toEqual([
    'src/b.test.ts › could not be loaded\n    Error: no such module',
    'src/a.test.ts › the answer is 42\n    AssertionError: expected 41 to be 42',
  ])
})

test('the slowest files come first, and not more than asked for', () => {
  const { files } = readTestResults(
    report(3, 0, [file('a.test.ts', 0.5), file('b.test.ts', 12), file('c.test.ts', 3.21)]),
    0,
  )
  expect(slowestFiles(files, 2)).toEqual(['   12.0 s  b.test.ts', '    3.2 s  c.test.ts'])
})
