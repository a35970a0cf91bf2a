// A user's data as a ZIP of JSON files: each is read and written when the one before it has been sent.

import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { productName } from '#rules/product.ts'
import type { Db } from '#server/db/client.ts'
import { exportedFiles } from './exported-files.ts'

const readme = `This is a copy of what ${productName} stores about your account: one file for each kind, as JSON. Amounts are in pence,
times are in UTC. Your recordings and the tracks you own are files of their own: download them in My Tracks.
`

/** Destroyed, with the error, when a file cannot be read. */
export function openExport(db: Db, user: { id: string; email: string }): Readable {
  const zip = new ZipFile()
  const body = zip.outputStream
  const fail = (error: unknown) =>
    body.destroy(error instanceof Error ? error : new Error(String(error)))
  zip.on('error', fail)
  zip.addBuffer(Buffer.from(readme), 'README.txt')
  for (const { name, rows } of exportedFiles) {
    zip.addReadStreamLazy(name, { mtime: new Date() }, (done) => {
      // The client may have gone.
      if (body.destroyed) return
      const open = async () => done(null, Readable.from(linesOf(await rows(db, user))))
      open().catch(fail)
    })
  }
  zip.end()
  return body
}

/** One row a line. */
function* linesOf(rows: unknown[]): Generator<string> {
  yield '['
  for (const [at, row] of rows.entries()) yield `${at === 0 ? '\n' : ',\n'}${JSON.stringify(row)}`
  yield '\n]\n'
}
