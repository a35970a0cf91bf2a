// A user's data as a ZIP: JSON, then files. Each entry is read and written when the one before it has been sent.

import { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { productName } from '#rules/product.ts'
import type { Db } from '#server/db/client.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'
import { writeZip, type ZipEntry } from '#server/zip/zip-stream.ts'
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
  const writtenAt = new Date()
  const described = (name: string, open: () => Promise<Readable>) => ({
    name,
    bytes: null,
    writtenAt,
    open,
  })
  const entries: ZipEntry[] = [
    described('README.txt', async () => Readable.from([readme])),
    ...exportedFiles.map(({ name, rows }) =>
      described(name, async () => Readable.from(linesOf(await rows(db, user)))),
    ),
  ]
  for (const { name, key } of await findCopies(db, user)) {
    const stored = await storage.stat(key)
    if (stored) {
      const open = () => openStored(storage, key)
      entries.push({ name, bytes: stored.bytes, writtenAt, open })
    } else log.error({ key }, 'a file is missing in the copy of a user’s data')
  }
  return writeZip(entries)
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
