// Background jobs of examples: preparing them, and refusing those that nothing prepares any more.

import type { RefusalCode } from '#rules/errors/refusal.ts'
import { AudioRefused } from '#server/gateways/audio/audio-engine.ts'
import { StorageFull } from '#server/gateways/storage/storage.ts'
import type { Jobs } from '#server/jobs/job-names.ts'
import {
  findWaitingExample,
  prepareExample,
  refuseInterruptedExamples,
  type ExampleDeps,
} from './example-preparation.ts'
import { refuseExample } from './example-steps.ts'

export function exampleJobs(deps: ExampleDeps): Jobs {
  return {
    async prepare_example({ exampleId }, { isLastAttempt, signal }) {
      const example = await findWaitingExample(deps.db, exampleId)
      if (!example) return
      try {
        await prepareExample(deps, exampleId, signal)
      } catch (error) {
        const code = refusalOf(error)
        if (code !== null) return refuseExample(deps, exampleId, code)
        if (isLastAttempt) await refuseExample(deps, exampleId, 'upload_interrupted')
        throw error
      }
    },

    async tidy_examples() {
      await refuseInterruptedExamples(deps)
    },
  }
}

/** Null for an unexpected error, after which the job is retried. */
function refusalOf(error: unknown): RefusalCode | null {
  if (error instanceof StorageFull) return 'storage_full'
  return error instanceof AudioRefused ? error.code : null
}
