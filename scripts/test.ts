// `npm test`: the checks, every test, and the journeys in a browser; `npm run test:journeys` runs only the journeys,
// `npm run attack` only the attacks. Prints the slowest files, the failed tests
// and the totals at the end.

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

const failedParts: string[] = []
const runs: TestResults[] = []

await runCommand(async () => {
  const only = process.argv[2]
  if (only === undefined) {
    const { code } = await runProgram('node', ['scripts/check.ts'])
    if (code !== 0) failedParts.push('check')
    await runTests('tests', ['run'])
  }
  // The attacks need the built web; in the other cases the check or each journey builds it.
  if (only === 'attacks') await ensureWebIsBuilt((line) => console.log(line))
  await runInBrowser(only === 'attacks' ? 'attacks' : 'journeys')

  const files = runs.flatMap((run) => run.files)
  console.log(['The slowest test files:', ...slowestFiles(files, shownFiles)].join('\n'))
  // After everything else, because the log of a whole run is long and often only its end is kept.
  for (const failure of runs.flatMap((run) => run.failures)) console.error(`failed: ${failure}`)
  if (failedParts.length > 0) console.error(`Failed: ${failedParts.join(', ')}`)
  const total = (field: 'passed' | 'failed') => runs.reduce((sum, run) => sum + run[field], 0)
  console.log(`${total('passed')} passed, ${total('failed')} failed`)
  return failedParts.length === 0
})

async function runInBrowser(part: 'journeys' | 'attacks'): Promise<void> {
  const browser = await findBrowser()
  if (browser === null) failedParts.push('browser')
  else {
    const args = ['run', '--config', `vitest.${part}.config.ts`]
    await runTests(part, args, { CHROMIUM_PATH: browser })
  }
}

async function runTests(
  part: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'undersong-results-'))
  try {
    const file = join(folder, 'results.json')
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    const { code } = await runProgram('vitest', [...args, ...reporters], {
      env: { NODE_COMPILE_CACHE: compiledModules, ...env },
    })
    if (code !== 0) failedParts.push(part)
    const report = await readFile(file, 'utf8').catch(() => null)
    runs.push(readTestResults(report, code))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
