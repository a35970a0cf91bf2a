// Decides whether a document is accepted: the artist has few that no track uses.

import { sql, type SqlBool } from 'kysely'
import { maxUnusedLicenceDocuments } from '#rules/licences/licence-documents.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'

/** True for documents that neither a track nor an upload refers to. */
export const isUnused = sql<SqlBool>`
  not exists (select from tracks where tracks.licence_document_id = licence_documents.id)
  and not exists (
    select from uploads
    where uploads.artist_id = licence_documents.artist_id
      and uploads.details ->> 'licenceDocumentId' = licence_documents.id::text
  )`

/**
 * `arriving` are documents of the artist that this process is receiving. One of them may be stored by now, or be refused
 * in the end, so they are not added to the stored ones: what is stored is counted again, under the artist's lock, before
 * a row is written.
 * @throws Refusal too_many_license_documents
 */
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
  if (Math.max(Number(unused), arriving) >= maxUnusedLicenceDocuments)
    throw new Refusal('too_many_license_documents')
}
