import { listPapers, listPapersOfUser } from '#contracts/papers.ts'
import type { Db } from '#server/db/client.ts'
import type { Serving } from '#server/http/serve.ts'
import { findPapers } from './paper-queries.ts'

export function paperRoutes({ serve }: Serving, { db }: { db: Db }) {
  serve(listPapers, ({ input, user }) => findPapers(db, { ...input, artistId: user.id }))

  serve(listPapersOfUser, ({ input: { id, ...chosen } }) =>
    findPapers(db, { ...chosen, artistId: id }),
  )
}
