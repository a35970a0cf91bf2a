// `npm run check`: all static checks, as many at once as there are processors. After the first failure none begins; those that run are reported as well.

import { availableParallelism } from 'node:os'
import { StartProblem } from '../src/server/start/start-problem.ts'
import { ensureWebIsBuilt } from './build-web.ts'
import { runCommand, runProgram } from './run-program.ts'

type Result = { code: number; output: string }
type Step = { name: string; run: () => Promise<Result> }

const lintedFolders = ['src', 'sandbox', 'demo', 'scripts', 'bench', 'tests']

/**
 * Linter and compiler are Go programs, a third of whose time goes into freeing memory: they free none below 2 GB. They
 * run side by side, so each gets half of the processors: on two, the linter needs a third more processor time than on one.
 */
const goSettings = {
  GOGC: 'off',
  GOMEMLIMIT: '2GiB',
  GOMAXPROCS: String(Math.ceil(availableParallelism() / 2)),
}

/** The longest first, after the one that fails most often. */
const steps: Step[] = [
  { name: 'format', run: () => tool('oxfmt', ['--check', '.']) },
  { name: 'lint', run: () => typed('oxlint', ['--type-aware', ...lintedFolders]) },
  // On two processors one checker takes two thirds of the processor time of the usual four.
  { name: 'types', run: () => typed('tsc', ['--noEmit', '--checkers', '1']) },
  { name: 'javascript budget', run: checkBudget },
  { name: 'map', run: () => tool('node', ['scripts/checks/import-map.ts']) },
  { name: 'dead code', run: () => tool('knip') },
  { name: 'api document', run: () => tool('node', ['scripts/checks/api-lint.ts']) },
  { name: 'requirements', run: () => tool('node', ['scripts/requirements.ts', '--check']) },
]

let routeTypes: Promise<Result> | null = null

await runCommand(async () => {
  const waiting = [...steps]
  let hasPassed = true
  async function runNext(): Promise<void> {
    const step = hasPassed ? waiting.shift() : undefined
    if (step === undefined) return
    hasPassed = (await report(step)) && hasPassed
    await runNext()
  }
  const atOnce = Math.max(1, Math.min(availableParallelism(), 4))
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, runNext))
  for (const one of ended) if (one.status === 'rejected') throw one.reason
  return hasPassed
})

async function report({ name, run }: Step): Promise<boolean> {
  const startedAt = performance.now()
  const { code, output } = await run()
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(17)} ${seconds.padStart(5)} s`)
  if (code !== 0) console.error(`\n${output.trim()}\n`)
  else if (name === 'javascript budget') console.log(output.trimEnd())
  return code === 0
}

function tool(program: string, args: string[] = [], env: Record<string, string> = {}) {
  return runProgram(program, args, { quietly: true, env })
}

/** Pages import types that React Router generates first; lint also needs types. */
async function typed(program: string, args: string[]): Promise<Result> {
  routeTypes ??= tool('react-router', ['typegen'])
  const written = await routeTypes
  return written.code === 0 ? tool(program, args, goSettings) : written
}

async function checkBudget(): Promise<Result> {
  try {
    await ensureWebIsBuilt(() => undefined)
  } catch (error) {
    if (error instanceof StartProblem) return { code: 1, output: error.message }
    throw error
  }
  return tool('node', ['scripts/checks/js-budget.ts'])
}
