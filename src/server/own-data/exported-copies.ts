// The stored files of an export: what a user has sent, as it is stored.

import { avatarId, avatarSizes } from '#rules/artists/avatars.ts'
import { attachmentProcess } from '#rules/commissions/attachment-process.ts'
import type { AttachmentKind } from '#rules/commissions/message-limits.ts'
import { avatarKey } from '#server/artists/pictures/avatar-commands.ts'
import type { Db } from '#server/db/client.ts'
import { documentExtensions } from '#server/licences/sniff-document.ts'

type StoredCopy = { name: string; key: string }

/** Without previews and renditions, which are made of recordings. */
export async function findCopies(db: Db, { id }: { id: string }): Promise<StoredCopy[]> {
  const { avatar } = await db
    .selectFrom('users')
    .select('avatar')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const picture = avatar === null ? null : avatarId(avatar)
  const pictures = picture === null ? [] : avatarSizes.map((size) => avatarKey(picture, size))
  const examples = await db
    .selectFrom('artist_examples')
    .select('storage_key')
    .where('artist_id', '=', id)
    .where('storage_key', 'is not', null)
    .orderBy('position')
    .execute()
  return [
    ...pictures.map((key) => ({ name: key, key })),
    ...examples.flatMap(({ storage_key: key }) => (key === null ? [] : [{ name: key, key }])),
    ...(await findDocuments(db, id)),
    ...(await findRecordings(db, id)),
    ...(await findAttachments(db, id)),
  ]
}

async function findDocuments(db: Db, artistId: string): Promise<StoredCopy[]> {
  const documents = await db
    .selectFrom('licence_documents')
    .select(['id', 'storage_key', 'media_type'])
    .where('artist_id', '=', artistId)
    .orderBy('created_at')
    .execute()
  return documents.map(({ id, storage_key: key, media_type: type }) => ({
    name: `licence-documents/${id}.${documentExtensions[type]}`,
    key,
  }))
}

async function findRecordings(db: Db, artistId: string): Promise<StoredCopy[]> {
  const tracks = await db
    .selectFrom('tracks')
    .select(['id', 'original_key', 'original_container'])
    .where('artist_id', '=', artistId)
    .orderBy('created_at')
    .execute()
  const deliveries = await db
    .selectFrom('commission_deliveries')
    .innerJoin('commissions', 'commissions.id', 'commission_id')
    .select(['commission_deliveries.id', 'storage_key', 'container'])
    .select(['guide_key', 'guide_container'])
    .where('artist_id', '=', artistId)
    .where('commission_deliveries.status', '=', 'ready')
    .where('files_removed_at', 'is', null)
    .orderBy('commission_deliveries.created_at')
    .execute()
  return [
    ...tracks.map(({ id, original_key: key, original_container: container }) => ({
      name: `recordings/${id}.${container}`,
      key,
    })),
    ...deliveries.flatMap(({ id, guide_key: guide, ...delivery }) => [
      { name: `recordings/${id}.${delivery.container}`, key: delivery.storage_key },
      ...(guide === null
        ? []
        : [{ name: `recordings/${id}-guide.${delivery.guide_container}`, key: guide }]),
    ]),
  ]
}

/** Pictures and audio as they were made of what was sent: nothing else of that is kept. */
async function findAttachments(db: Db, authorId: string): Promise<StoredCopy[]> {
  const attachments = await db
    .selectFrom('commission_attachments')
    .innerJoin('commission_messages', 'commission_messages.id', 'message_id')
    .select(['commission_attachments.id', 'kind', 'storage_key'])
    .where('author_id', '=', authorId)
    .where('status', '=', attachmentProcess.steps.prepare.to)
    .orderBy('created_at')
    .orderBy('position')
    .execute()
  return attachments.flatMap(({ id, kind, storage_key: key }) =>
    key === null ? [] : [{ name: `attachments/${id}.${endings[kind]}`, key }],
  )
}

const endings: Record<AttachmentKind, string> = { image: 'webp', document: 'pdf', audio: 'mp3' }
