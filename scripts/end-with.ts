// Ends a command after an error: prints a sentence if the operator can fix the problem, otherwise the whole error.

import { ConfigProblem } from '../src/server/start/config.ts'
import { StartProblem } from '../src/server/start/start-problem.ts'

export function endWith(error: unknown): never {
  const isForTheOperator = error instanceof ConfigProblem || error instanceof StartProblem
  console.error(isForTheOperator ? error.message : error)
  process.exit(1)
}
