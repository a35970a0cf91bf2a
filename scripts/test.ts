// `npm test`: the checks, then every test and, beside them, the journeys in a browser; `npm run test:journeys` runs only the
// journeys, `npm run attack` only the attacks. Prints the slowest files and the totals at the end.

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureWebIsBuilt } from './build-web.ts'
import { findBrowser } from './find-browser.ts'
import { projectRoot, runCommand, runProgram } from './run-program.ts'
import { readTestResults, slowestFiles, type TestResults } from './test-results.ts'

const shownFiles = 10

/** Modules as Node compiled them: the journeys start the app about thirty times. */
const compiledModules = join(projectRoot, 'node_modules/.cache/undersong/compiled')

/** Beside the other tests, journeys have about half of the processors. */
const journeysBesideTests = '3'

const failedParts: string[] = []
const runs: TestResults[] = []

await runCommand(async () => {
  const only = process.argv[2]
  if (only === undefined) {
    const { code } = await runProgram('node', ['scripts/check.ts'])
    if (code !== 0) failedParts.push('check')
    await runTestsBesideJourneys()
  } else {
    // The attacks need the built web; the journeys build it.
    if (only === 'attacks') await ensureWebIsBuilt((line) => console.log(line))
    await runInBrowser(only === 'attacks' ? 'attacks' : 'journeys')
  }

  const files = runs.flatMap((run) => run.files)
  console.log(['The slowest test files:', ...slowestFiles(files, shownFiles)].join('\n'))
  if (failedParts.length > 0) console.error(`Failed: ${failedParts.join(', ')}`)
  const total = (field: 'passed' | 'failed') => runs.reduce((sum, run) => sum + run[field], 0)
  console.log(`${total('passed')} passed, ${total('failed')} failed`)
  return failedParts.length === 0
})

/** Each waits for a part of its time, in which the other calculates: together they take less time than one after the other. */
async function runTestsBesideJourneys(): Promise<void> {
  console.log('The journeys run beside the tests: their report follows at the end.')
  const journeys = runInBrowser('journeys', {
    args: [`--maxWorkers=${journeysBesideTests}`],
    quietly: true,
  })
  // Both have ended when one of them was interrupted.
  const ended = await Promise.allSettled([runTests('tests'), journeys])
  for (const one of ended) if (one.status === 'rejected') throw one.reason
  console.log(await journeys)
}

type Run = { args?: string[]; env?: Record<string, string>; quietly?: boolean }

/** Returns the output of a quiet run. */
async function runInBrowser(part: 'journeys' | 'attacks', run: Run = {}): Promise<string> {
  const browser = await findBrowser()
  if (browser === null) {
    failedParts.push('browser')
    return ''
  }
  const args = ['--config', `vitest.${part}.config.ts`, ...(run.args ?? [])]
  return runTests(part, { ...run, args, env: { CHROMIUM_PATH: browser } })
}

/** Returns the output of a quiet run. */
async function runTests(
  part: string,
  { args = [], env = {}, quietly = false }: Run = {},
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'undersong-results-'))
  try {
    const file = join(folder, 'results.json')
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    const { code, output } = await runProgram('vitest', ['run', ...args, ...reporters], {
      env: { NODE_COMPILE_CACHE: compiledModules, ...env },
      quietly,
    })
    if (code !== 0) failedParts.push(part)
    const report = await readFile(file, 'utf8').catch(() => null)
    runs.push(readTestResults(report, code))
    return output
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
