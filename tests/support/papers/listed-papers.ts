// The list of an artist's papers, as the artist reads it.

import type { PaperList } from '#contracts/papers.ts'
import { withQuery } from '#rules/page-paths.ts'
import type { PaperKind } from '#rules/papers/papers.ts'
import type { TestApp, TestUser } from '../test-app.ts'

type Search = { kind?: PaperKind; page?: number }

/** A page, the newest first. */
export async function listPapers(
  app: TestApp,
  as: TestUser,
  { kind, page = 1 }: Search = {},
): Promise<PaperList> {
  const route = withQuery('GET /api/artist/papers', { kind, page: String(page) })
  const response = await app.call(route, { as })
  if (response.statusCode !== 200) throw new Error(`No papers: ${response.body}`)
  return response.json<PaperList>()
}
