// `npm run check`: all static checks; stops at the first failure.

import { StartProblem } from '../src/server/start/start-problem.ts'
import { ensureWebIsBuilt } from './build-web.ts'
import { runCommand, runProgram } from './run-program.ts'

type Step = { name: string; run: () => Promise<{ code: number; output: string }> }

const lintedFolders = ['src', 'sandbox', 'demo', 'scripts', 'bench', 'tests']

const steps: Step[] = [
  { name: 'format', run: () => tool('oxfmt', '--check', '.') },
  { name: 'lint', run: lint },
  { name: 'types', run: () => tool('tsc', '--noEmit') },
  { name: 'map', run: () => tool('node', 'scripts/checks/import-map.ts') },
  { name: 'dead code', run: () => tool('knip') },
  { name: 'api document', run: () => tool('node', 'scripts/checks/api-lint.ts') },
  { name: 'requirements', run: () => tool('node', 'scripts/requirements.ts', '--check') },
  { name: 'javascript budget', run: checkBudget },
]

await runCommand(async () => {
  for (const { name, run } of steps) {
    const startedAt = performance.now()
    const { code, output } = await run()
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(17)} ${seconds.padStart(5)} s`)
    if (code !== 0) {
      console.error(`\n${output.trim()}`)
      return false
    }
    if (name === 'javascript budget') console.log(output.trimEnd())
  }
  return true
})

function tool(program: string, ...args: string[]) {
  return runProgram(program, args, { quietly: true })
}

/** Pages import types that React Router generates first; lint also needs types. */
async function lint() {
  const written = await tool('react-router', 'typegen')
  return written.code === 0 ? tool('oxlint', '--type-aware', ...lintedFolders) : written
}

async function checkBudget() {
  try {
    await ensureWebIsBuilt(() => undefined)
  } catch (error) {
    if (error instanceof StartProblem) return { code: 1, output: error.message }
    throw error
  }
  return tool('node', 'scripts/checks/js-budget.ts')
}
