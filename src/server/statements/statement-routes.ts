import { Readable } from 'node:stream'
import { downloadStatement, getStatement } from '#contracts/papers.ts'
import { csvMediaType } from '#rules/csv.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import { attachmentNamed } from '#server/http/send-file.ts'
import type { Serving } from '#server/http/serve.ts'
import type { SessionUser } from '#server/http/session.ts'
import type { Seller } from '#server/orders/receipt-presenter.ts'
import { statementFile, statementFileName } from './statement-file.ts'
import { presentStatement } from './statement-presenter.ts'
import { findStatement, findStatementParts, readLines } from './statement-queries.ts'

export function statementRoutes(
  { serve, serveBytes }: Serving,
  { db, seller }: { db: Db; seller: Seller },
) {
  serve(getStatement, async ({ input: { id }, user }) => {
    const statement = await requireStatement(db, id, user)
    return presentStatement(statement, await findStatementParts(db, statement), seller)
  })

  serveBytes(downloadStatement, async ({ input: { id }, user, reply }) => {
    const statement = await requireStatement(db, id, user)
    reply.header('cache-control', 'private, no-store')
    reply.header('content-type', csvMediaType)
    reply.header('content-disposition', attachmentNamed(statementFileName(statement)))
    await reply.send(Readable.from(statementFile(statement, readLines(db, statement))))
  })
}

/** Another artist's is treated like one that does not exist; admins read those of every artist. */
async function requireStatement(db: Db, id: string, user: SessionUser) {
  const statement = await findStatement(db, { id, ofArtist: user.mayAdminister ? null : user.id })
  if (statement === null) throw new Refusal('not_found')
  return statement
}
