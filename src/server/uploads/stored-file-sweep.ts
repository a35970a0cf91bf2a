// Removes stored files that no row needs: of uploads, deliveries, attachments and documents interrupted before the row was
// written, of refused uploads, deliveries and attachments, of expired documents, and of replaced pictures.

import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { avatarId, avatarUrl } from '#rules/artists/avatars.ts'
import type { Db } from '#server/db/client.ts'
import type { ListedFile, Storage, StorageFolder } from '#server/gateways/storage/storage.ts'

/** A file is stored shortly before its row is written. */
export const minimumAgeMs = 60 * 60_000

const filesPerQuery = 500

/** Only names that uploads are given: other files in the folder are left alone. */
const uploadedName = /^\w+\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.mp3|-\d+\.webp)?$/

/** A new folder joins once `findNeeded` knows its rows. Renditions are swept by their own job (orders/rendition-jobs.ts). */
const sweptFolders: StorageFolder[] = [
  'arriving',
  'originals',
  'previews',
  'licences',
  'examples',
  'avatars',
  'attachments',
  'evidence',
]

type SweptFile = { key: string; uploadId: string }

export async function sweepStoredFiles(
  { db, storage }: { db: Db; storage: Storage },
  log: FastifyBaseLogger,
): Promise<void> {
  const installedAt = await findInstalledAt(db)
  const newestMs = Date.now() - minimumAgeMs
  const isRemovable = ({ writtenAt }: ListedFile) =>
    writtenAt.getTime() < newestMs && writtenAt.getTime() > installedAt
  for (const folder of sweptFolders) {
    let batch: SweptFile[] = []
    for await (const file of storage.list(folder)) {
      const [, uploadId] = uploadedName.exec(file.key) ?? []
      if (uploadId === undefined || !isRemovable(file)) continue
      batch.push({ key: file.key, uploadId })
      if (batch.length < filesPerQuery) continue
      await removeUnneeded({ db, storage }, batch, log)
      batch = []
    }
    await removeUnneeded({ db, storage }, batch, log)
  }
}

/** Files older than this database belong to another one: a wrong DATABASE_URL must not empty the storage. */
export async function findInstalledAt(db: Db): Promise<number> {
  const { rows } = await sql<{ began_at: Date }>`
    select min(applied_at) as began_at from migrations
  `.execute(db)
  return rows[0]?.began_at.getTime() ?? Number.POSITIVE_INFINITY
}

async function removeUnneeded(
  { db, storage }: { db: Db; storage: Storage },
  files: SweptFile[],
  log: FastifyBaseLogger,
): Promise<void> {
  if (files.length === 0) return
  const needed = await findNeeded(db, files)
  for (const { key } of files.filter((file) => !needed.has(file.key))) {
    await storage.remove(key)
    log.warn({ key }, 'a stored file that no row needs was removed')
  }
}

/** Files of withdrawn tracks are needed: a customer who bought one may still download it. */
async function findNeeded(db: Db, files: SweptFile[]): Promise<Set<string>> {
  const keys = files.map(({ key }) => key)
  const ids = files.map(({ uploadId }) => uploadId)
  const rows = await db
    .selectFrom('tracks')
    .select(['id', 'original_key', 'preview_key'])
    .where((eb) =>
      eb.or([eb('id', 'in', ids), eb('original_key', 'in', keys), eb('preview_key', 'in', keys)]),
    )
    .unionAll(
      db
        .selectFrom('uploads')
        .select(['id', 'storage_key as original_key', 'storage_key as preview_key'])
        .where('status', '!=', 'refused')
        .where((eb) => eb.or([eb('id', 'in', ids), eb('storage_key', 'in', keys)])),
    )
    .unionAll(
      db
        .selectFrom('licence_documents')
        .select(['id', 'storage_key as original_key', 'storage_key as preview_key'])
        .where('storage_key', 'in', keys),
    )
    .unionAll(
      db
        .selectFrom('evidence_files')
        .select(['id', sql<string>`storage_key`.as('original_key')])
        .select(sql<string>`storage_key`.as('preview_key'))
        .where('storage_key', 'in', keys),
    )
    .execute()
  const own = await findNeededByArtists(db, { keys, ids })
  const delivered = await findNeededByCommissions(db, keys)
  const neededKeys = new Set(rows.flatMap((row) => [row.original_key, row.preview_key]))
  const neededIds = new Set(rows.map(({ id }) => id))
  return new Set(
    files
      .filter(
        ({ key, uploadId }) =>
          neededKeys.has(key) ||
          neededIds.has(uploadId) ||
          own.keys.has(key) ||
          delivered.has(key) ||
          own.pictureIds.has(uploadId),
      )
      .map(({ key }) => key),
  )
}

/**
 * Recordings, previews and guides of deliveries, also while they are prepared: their previews have no row yet. And what is
 * attached to messages.
 */
async function findNeededByCommissions(db: Db, keys: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select key from commission_deliveries, unnest(array[
      storage_key, guide_key, coalesce(preview_key, 'previews/' || id || '.mp3')
    ]) as key
    where files_removed_at is null and key = any(${keys}::text[])
    union all
    select storage_key from commission_attachments where storage_key = any(${keys}::text[])
  `.execute(db)
  return new Set(rows.map(({ key }) => key))
}

/** Examples of how they play, and their pictures. */
async function findNeededByArtists(db: Db, { keys, ids }: { keys: string[]; ids: string[] }) {
  const examples = await db
    .selectFrom('artist_examples')
    .select('storage_key')
    .where('storage_key', 'in', keys)
    .execute()
  const addresses = ids.map((id) => avatarUrl(id))
  const users = await db
    .selectFrom('users')
    .select('avatar')
    .where('avatar', 'in', addresses)
    .execute()
  return {
    keys: new Set(examples.map((row) => row.storage_key)),
    pictureIds: new Set(users.map(({ avatar }) => (avatar === null ? null : avatarId(avatar)))),
  }
}
