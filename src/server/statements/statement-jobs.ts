import type { Jobs } from '#server/jobs/job-names.ts'
import type { StatementDeps } from './make-statement.ts'
import { makeStatements } from './statement-making.ts'

export function statementJobs(deps: StatementDeps): Jobs {
  return {
    async make_statements(_nothing, run) {
      await makeStatements(deps, run)
    },
  }
}
