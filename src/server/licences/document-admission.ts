// Decides whether a document is accepted: the artist has few that no track uses, and there is disk space.

import { sql, type SqlBool } from 'kysely'
import {
  largestLicenceDocumentBytes,
  mostUnusedLicenceDocuments,
} from '#rules/licence-documents.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'

/** Not available to documents: the embedded database is on the same disk and must be able to write. */
const reservedBytes = 1024 ** 3

/** Of documents that neither a track nor an upload refers to. */
export const isUnused = sql<SqlBool>`
  not exists (select from tracks where tracks.licence_document_id = licence_documents.id)
  and not exists (
    select from uploads
    where uploads.artist_id = licence_documents.artist_id
      and uploads.details ->> 'licenceDocumentId' = licence_documents.id::text
  )`

/** `arriving` are documents that are not stored yet. @throws Refusal too_many_license_documents */
export async function refuseTooManyDocuments(
  db: Db,
  { artistId, arriving = 0 }: { artistId: string; arriving?: number },
): Promise<void> {
  const { unused } = await db
    .selectFrom('licence_documents')
    .select((eb) => eb.fn.countAll<string>().as('unused'))
    .where('artist_id', '=', artistId)
    .where(isUnused)
    .executeTakeFirstOrThrow()
  if (Number(unused) + arriving >= mostUnusedLicenceDocuments)
    throw new Refusal('too_many_license_documents')
}

/** Counts arriving documents in this process, and stored ones in the database. */
export function openDocumentAdmission({ db, storage }: { db: Db; storage: Storage }) {
  /** The artist of each. */
  const arriving = new Set<{ artistId: string }>()

  /** @throws Refusal too_many_license_documents, storage_full, and the errors of `receive` */
  return async function admit<Received>(
    artistId: string,
    receive: () => Promise<Received>,
  ): Promise<Received> {
    const before = [...arriving].filter((one) => one.artistId === artistId).length
    const document = { artistId }
    // Before the first await: each of several concurrent requests sees those before it.
    arriving.add(document)
    try {
      await refuseTooManyDocuments(db, { artistId, arriving: before })
      const needed = reservedBytes + arriving.size * largestLicenceDocumentBytes
      if ((await storage.freeBytes()) < needed) throw new Refusal('storage_full')
      return await receive()
    } finally {
      arriving.delete(document)
    }
  }
}
