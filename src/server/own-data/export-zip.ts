// A user's data as a ZIP: JSON, then files. Each entry is read and written when the one before it has been sent.

import { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { ZipFile } from 'yazl'
import { productName } from '#rules/product.ts'
import type { Db } from '#server/db/client.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'
import { findCopies } from './exported-copies.ts'
import { exportedFiles } from './exported-files.ts'

const readme = `This is a copy of what ${productName} stores about your account: one file for each kind, as JSON, and the files that
you have sent: your picture, examples, licence documents and recordings. Amounts are in pence, times are in UTC. Download
the tracks you own in My Tracks.
`

type ExportDeps = { db: Db; storage: Storage; log: FastifyBaseLogger }

/** Destroyed, with the error, when a file cannot be read; if the client goes, the file that is open is closed. */
export async function openExport(
  { db, storage, log }: ExportDeps,
  user: { id: string; email: string },
): Promise<Readable> {
  const zip = new ZipFile()
  const body = zip.outputStream
  let entry: Readable | null = null
  body.on('close', () => entry?.destroy())
  const fail = (error: unknown) =>
    body.destroy(error instanceof Error ? error : new Error(String(error)))
  zip.on('error', fail)
  const opener =
    (open: () => Promise<Readable>) => (done: (error: null, opened: Readable) => void) => {
      const pass = async () => {
        // The client may have gone, also while the entry was opened.
        if (body.destroyed) return
        entry = await open()
        if (body.destroyed) return void entry.destroy()
        entry.on('error', fail)
        done(null, entry)
      }
      pass().catch(fail)
    }
  zip.addBuffer(Buffer.from(readme), 'README.txt')
  const mtime = new Date()
  for (const { name, rows } of exportedFiles) {
    const open = async () => Readable.from(linesOf(await rows(db, user)))
    zip.addReadStreamLazy(name, { mtime }, opener(open))
  }
  for (const { name, key } of await findCopies(db, user)) {
    const stored = await storage.stat(key)
    if (stored) {
      const options = { mtime, size: stored.bytes, compress: false } as const
      zip.addReadStreamLazy(
        name,
        options,
        opener(() => openStored(storage, key)),
      )
    } else log.error({ key }, 'a file is missing in the copy of a user’s data')
  }
  zip.end()
  return body
}

async function openStored(storage: Storage, key: string): Promise<Readable> {
  const found = await storage.get(key)
  if (!found) throw new Error(`The stored file ${key} is missing.`)
  return found.body
}

/** One row a line. */
function* linesOf(rows: unknown[]): Generator<string> {
  yield '['
  for (const [at, row] of rows.entries()) yield `${at === 0 ? '\n' : ',\n'}${JSON.stringify(row)}`
  yield '\n]\n'
}
