// Stores, replaces and removes pictures of artists.

import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { avatarId, avatarSizes, avatarUrl, maxAvatarBytes } from '#rules/artists/avatars.ts'
import type { AvatarSize } from '#rules/artists/avatars.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import { lockAccount } from '#server/accounts/account-lock.ts'
import type { Db } from '#server/db/client.ts'
import { publish } from '#server/events/site-events.ts'
import { StorageFull, type Storage } from '#server/gateways/storage/storage.ts'
import { sniffDocument, sniffedBytes } from '#server/licences/sniff-document.ts'
import { drawSquares } from './square-pictures.ts'

type Deps = { db: Db; storage: Storage; log: FastifyBaseLogger }

export const avatarKey = (id: string, size: AvatarSize) => `avatars/${id}-${size}.webp`

/**
 * Returns the address. The sweep of stored files removes what a failure leaves behind.
 * @throws Refusal avatar_missing, avatar_not_accepted, avatar_too_large, avatar_too_many_pixels, storage_full,
 * login_required, and the errors of the body
 */
export async function storeAvatar(
  deps: Deps,
  { artistId, body }: { artistId: string; body: AsyncIterable<Uint8Array> },
): Promise<string> {
  const file = await readPicture(body)
  const id = randomUUID()
  for (const { size, bytes } of await drawSquares(file)) {
    const options = { maxBytes: bytes.length, contentType: 'image/webp' }
    await deps.storage
      .put(avatarKey(id, size), Readable.from([bytes]), options)
      .catch((error: unknown) => {
        if (error instanceof StorageFull) throw new Refusal('storage_full', { cause: error })
        throw error
      })
  }
  await replaceAvatar(deps, { artistId, avatar: avatarUrl(id) }).catch(async (error: unknown) => {
    // After any other error the row may name it: the transaction's end was not seen.
    if (error instanceof Refusal) await removePicture(deps, id)
    throw error
  })
  return avatarUrl(id)
}

/** Without a picture, it changes nothing. */
export async function clearAvatar(deps: Deps, artistId: string): Promise<void> {
  await replaceAvatar(deps, { artistId, avatar: null })
}

/** What the file is, its first bytes say: neither its name nor the declared type is trusted. */
async function readPicture(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > maxAvatarBytes) throw new Refusal('avatar_too_large')
    chunks.push(Buffer.from(chunk))
  }
  if (length === 0) throw new Refusal('avatar_missing')
  const file = Buffer.concat(chunks)
  const type = sniffDocument(file.subarray(0, sniffedBytes))
  if (type === null || type === 'application/pdf') throw new Refusal('avatar_not_accepted')
  return file
}

/**
 * The files of the one before are removed once nothing refers to them.
 * @throws Refusal login_required, banned, when the account was deleted or banned while the picture arrived
 */
async function replaceAvatar(
  deps: Deps,
  { artistId, avatar }: { artistId: string; avatar: string | null },
): Promise<void> {
  const before = await deps.db.transaction().execute(async (tx) => {
    const user = await lockAccount(tx, artistId)
    await tx
      .updateTable('users')
      .set({ avatar, updated_at: new Date() })
      .where('id', '=', artistId)
      .execute()
    await publish(tx, { name: 'profileChanged', artistId })
    return user.avatar
  })
  const id = before === null ? null : avatarId(before)
  if (id !== null) await removePicture(deps, id)
}

async function removePicture({ storage, log }: Deps, id: string): Promise<void> {
  for (const size of avatarSizes)
    await storage
      .remove(avatarKey(id, size))
      .catch((error: unknown) => log.error({ err: error }, 'an old picture stays until the sweep'))
}
