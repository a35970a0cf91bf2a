// `npm test`: the checks, every test, and the journeys in a browser; `npm run test:journeys` runs only the journeys,
// `npm run attack` only the attacks. Prints the totals at the end.

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { ensureWebIsBuilt } from './build-web.ts'
import { findBrowser } from './find-browser.ts'
import { runCommand, runProgram } from './run-program.ts'

type Sum = { passed: number; failed: number }

const resultSchema = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
})

const failedParts: string[] = []
const sums: Sum[] = []

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

  if (failedParts.length > 0) console.error(`Failed: ${failedParts.join(', ')}`)
  const total = (field: keyof Sum) => sums.reduce((sum, one) => sum + one[field], 0)
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
    const { code } = await runProgram('vitest', [...args, ...reporters], { env })
    if (code !== 0) failedParts.push(part)
    sums.push(await readSum(file, code))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A test file that cannot be loaded, or a run that crashes, counts as one failure. */
async function readSum(file: string, code: number): Promise<Sum> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return { passed: 0, failed: 1 }
  const result = resultSchema.parse(JSON.parse(text))
  const broken = result.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  const failed = result.numFailedTests + broken.length
  return { passed: result.numPassedTests, failed: code !== 0 && failed === 0 ? 1 : failed }
}
