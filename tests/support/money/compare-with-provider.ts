// The hourly comparison with the card provider.

import { addJob } from '#server/jobs/add-job.ts'
import type { TestApp } from '../test-app.ts'

/** What differs after it, a sentence for each. */
export async function compareWithProvider(app: TestApp): Promise<string[]> {
  await addJob(app.db, 'compare_with_provider', {})
  await app.work()
  const rows = await app.db
    .selectFrom('found_problems')
    .select(['kind', 'subject'])
    .where('found_by', '=', 'compare_with_provider')
    .orderBy('kind')
    .execute()
  return rows.map(({ kind, subject }) => `${kind}: ${subject}`)
}
