// Reads of licences. For others than its artist and admins a document does not exist.

import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import type { SessionUser } from '#server/http/session.ts'

/** Null for a visitor; a banned user sees what a visitor sees. */
type Viewer = Pick<SessionUser, 'id' | 'mayAdminister' | 'banned'> | null

/** Of a listed track; its artist and admins also see that of a withdrawn one. */
export async function findLicence(
  db: Db,
  { trackId, viewer }: { trackId: string; viewer: Viewer },
) {
  const track = await db
    .selectFrom('tracks')
    .innerJoin('users', 'users.id', 'tracks.artist_id')
    .select([
      'tracks.artist_id as artistId',
      'tracks.licence_status as status',
      'tracks.licensed_from as licensedFrom',
      'tracks.licence_document_id as documentId',
      sql<boolean>`is_listed(tracks.withdrawn_at, users.banned)`.as('isPublic'),
    ])
    .where('tracks.id', '=', trackId)
    .executeTakeFirst()
  if (!track) return null
  const { artistId, isPublic, documentId, ...licence } = track
  const isResponsible = seesDocumentsOf(viewer, artistId)
  if (!isPublic && !isResponsible) return null
  return { ...licence, documentId: isResponsible ? documentId : null }
}

export async function findDocument(db: Db, { id, viewer }: { id: string; viewer: Viewer }) {
  const document = await db
    .selectFrom('licence_documents')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  return document && seesDocumentsOf(viewer, document.artist_id) ? document : null
}

function seesDocumentsOf(viewer: Viewer, artistId: string): boolean {
  if (viewer === null || viewer.banned) return false
  return viewer.mayAdminister || viewer.id === artistId
}
