// Stores licence documents, and removes those that no track has used.

import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import {
  maxLicenceDocumentBytes,
  unusedLicenceDocumentDays,
  type LicenceDocumentType,
} from '#rules/licences/licence-documents.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import { lockAccount } from '#server/accounts/account-lock.ts'
import { lockCustomer } from '#server/accounts/customer-lock.ts'
import type { Db } from '#server/db/client.ts'
import { readHead } from '#server/gateways/storage/read-head.ts'
import {
  FileTooLarge,
  StorageFull,
  type StoredFile,
  type Storage,
} from '#server/gateways/storage/storage.ts'
import { isUnused, refuseTooManyDocuments } from './document-admission.ts'
import { sniffDocument, sniffedBytes } from './sniff-document.ts'

type Files = { db: Db; storage: Storage }
type NewDocument = { artistId: string; body: AsyncIterable<Uint8Array> }

/**
 * Returns the id of the document. A refusal or failure leaves neither file nor row.
 * @throws Refusal license_document_missing, license_document_not_accepted, license_document_too_large,
 * too_many_license_documents, storage_full; login_required, banned, when the account was deleted or banned while the document
 * arrived; and the errors of the body
 */
export async function storeDocument(
  { db, storage, log }: Files & { log: FastifyBaseLogger },
  { artistId, body }: NewDocument,
): Promise<string> {
  const { head, whole } = await readHead(body, sniffedBytes)
  if (head.length === 0) throw new Refusal('license_document_missing')
  const mediaType = sniffDocument(head)
  if (mediaType === null) throw new Refusal('license_document_not_accepted')

  const document = { id: randomUUID(), artistId, mediaType }
  const stored = await putDocument(storage, document, whole)
  try {
    await insertDocument(db, { ...document, stored })
  } catch (error) {
    await removeUnlessStored({ db, storage }, document).catch((cause: unknown) =>
      log.error({ err: cause, documentId: document.id }, 'a document without a row stays stored'),
    )
    throw error
  }
  return document.id
}

type Document = { id: string; artistId: string; mediaType: LicenceDocumentType }

const storageKeyOf = (id: string) => `licences/${id}`

function putDocument(
  storage: Storage,
  { id, mediaType }: Document,
  body: AsyncIterable<Uint8Array>,
): Promise<StoredFile> {
  const options = { maxBytes: maxLicenceDocumentBytes, contentType: mediaType }
  return storage.put(storageKeyOf(id), body, options).catch((error: unknown) => {
    if (error instanceof FileTooLarge) throw new Refusal('license_document_too_large')
    if (error instanceof StorageFull) throw new Refusal('storage_full', { cause: error })
    throw error
  })
}

async function insertDocument(
  db: Db,
  { id, artistId, mediaType, stored }: Document & { stored: StoredFile },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockAccount(tx, artistId)
    await refuseTooManyDocuments(tx, { artistId })
    await tx
      .insertInto('licence_documents')
      .values({
        id,
        artist_id: artistId,
        storage_key: storageKeyOf(id),
        media_type: mediaType,
        ...stored,
      })
      .execute()
  })
}

/**
 * A transaction that timed out here may be, or may still become, committed: its row then needs the file. The lock waits
 * for its end; if that takes too long, the sweep of stored files removes the file.
 */
async function removeUnlessStored(
  { db, storage }: Files,
  { id, artistId }: Document,
): Promise<void> {
  const row = await db.transaction().execute(async (tx) => {
    await lockCustomer(tx, artistId)
    return tx.selectFrom('licence_documents').select('id').where('id', '=', id).executeTakeFirst()
  })
  if (!row) await storage.remove(storageKeyOf(id))
}

const documentsPerBatch = 200

/** Row before file: the sweep of stored files removes a file whose row is gone. */
export async function expireUnusedDocuments(
  { db, storage }: Files,
  signal: AbortSignal,
): Promise<void> {
  const oldest = sql<Date>`now() - make_interval(days => ${unusedLicenceDocumentDays})`
  for (;;) {
    signal.throwIfAborted()
    const expired = await db
      .deleteFrom('licence_documents')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('licence_documents')
          .select('id')
          .where('created_at', '<', oldest)
          .where(isUnused)
          .limit(documentsPerBatch),
      )
      .returning('storage_key')
      .execute()
    for (const { storage_key: key } of expired) await storage.remove(key)
    if (expired.length < documentsPerBatch) return
  }
}
