// What @tus/server does with an upload, for one request: rows, locks and storage are ours.

import { DataStore, Upload, type Locker } from '@tus/server'
import { z } from 'zod'
import { Refusal, isRefusalCode } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'
import type { Admission } from '../upload-admission.ts'
import { dismissOwnUpload } from '../upload-expiry.ts'
import { createUpload } from './create-upload.ts'
import type { ReceiveLock, ReceiveLocks } from './receive-lock.ts'
import { receivePart } from './receive-part.ts'

export type TusDeps = { db: Db; storage: Storage; admission: Admission; locks: ReceiveLocks }

type Caller = {
  artistId: string
  /** A new upload has no row to lock yet. */
  isNew: boolean
  body: AsyncIterable<Uint8Array>
  /** When another request takes over: what has arrived until then counts. */
  endConnection: () => void
}

/** The store and the locker of one request. */
export function tusStore(deps: TusDeps, caller: Caller) {
  const { artistId, isNew } = caller
  let held: ReceiveLock | null = null
  const locker: Locker = {
    newLock: (id) => ({
      async lock() {
        if (!isNew) held = await deps.locks.lock({ id, artistId }, caller.endConnection)
      },
      async unlock() {
        await held?.unlock()
      },
    }),
  }
  const store = new ArtistStore(deps, caller, () => held)
  return { store, locker }
}

class ArtistStore extends DataStore {
  readonly #deps: TusDeps
  readonly #artistId: string
  readonly #body: AsyncIterable<Uint8Array>
  readonly #held: () => ReceiveLock | null

  constructor(deps: TusDeps, { artistId, body }: Caller, held: () => ReceiveLock | null) {
    super()
    this.extensions = ['creation', 'termination']
    this.#deps = deps
    this.#artistId = artistId
    this.#body = body
    this.#held = held
  }

  override async create(upload: Upload): Promise<Upload> {
    const { filename, replaces } = upload.metadata ?? {}
    await createUpload(this.#deps, {
      id: upload.id,
      artistId: this.#artistId,
      fileName: filename ?? undefined,
      bytes: upload.size ?? 0,
      replaces: z.uuid().safeParse(replaces).data ?? null,
    })
    return upload
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await this.#deps.db
      .selectFrom('uploads')
      .select(['status', 'bytes', 'bytes_received', 'file_name', 'refusal_code'])
      .where('id', '=', id)
      .where('artist_id', '=', this.#artistId)
      .executeTakeFirst()
    if (!row) throw new Refusal('not_found')
    if (row.status === 'refused') throw refusalOf(row.refusal_code)
    const size = Number(row.bytes)
    const offset = row.status === 'arriving' ? row.bytes_received : size
    return new Upload({ id, size, offset, metadata: { filename: row.file_name } })
  }

  override async write(_body: unknown, id: string, offset: number): Promise<number> {
    const receiver = this.#held()?.receiver
    if (receiver === undefined) throw new Refusal('upload_busy')
    const part = { id, artistId: this.#artistId, receiver, offset, body: this.#body }
    return receivePart(this.#deps, part)
  }

  override async remove(id: string): Promise<void> {
    await dismissOwnUpload(this.#deps, { id, artistId: this.#artistId })
  }
}

function refusalOf(code: string | null): Refusal {
  return new Refusal(code !== null && isRefusalCode(code) ? code : 'upload_interrupted')
}
