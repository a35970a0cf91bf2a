import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'

/** Another artist's document is treated like a missing one. @throws Refusal license_document_not_found */
export async function refuseForeignDocument(
  db: Db,
  { documentId, artistId }: { documentId: string | null; artistId: string },
): Promise<void> {
  if (documentId === null) return
  const own = await db
    .selectFrom('licence_documents')
    .select('id')
    .where('id', '=', documentId)
    .where('artist_id', '=', artistId)
    .executeTakeFirst()
  if (!own) throw new Refusal('license_document_not_found')
}
