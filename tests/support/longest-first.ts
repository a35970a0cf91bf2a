// The order in which Vitest begins test files. It would begin with the largest file: a short one that plays random histories for
// minutes would begin last, and run alone on one of the processors when all others have ended.

import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Begins each project with these files, without `.test.ts`, in this order. */
export function longestFirst(names: readonly string[]): typeof BaseSequencer {
  const place = ({ moduleId }: TestSpecification) => {
    const index = names.indexOf(basename(moduleId, '.test.ts'))
    return index === -1 ? names.length : index
  }
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const byProject = Map.groupBy(files, ({ project }) => project.name)
      return [...byProject.values()].flatMap((some) =>
        some.toSorted((one, other) => place(one) - place(other)),
      )
    }
  }
}
