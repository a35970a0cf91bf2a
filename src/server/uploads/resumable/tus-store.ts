// What @tus/server does with a file, for one request: rows, locks and storage are ours.

import { DataStore, Upload, type Locker } from '@tus/server'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'
import type { ReceiveLock, ReceiveLocks } from './receive-lock.ts'
import { receivePart } from './receive-part.ts'
import type { Reception } from './reception.ts'

export type TusDeps = { db: Db; storage: Storage; locks: ReceiveLocks; reception: Reception }

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
    const { filename, ...metadata } = upload.metadata ?? {}
    await this.#deps.reception.create({
      id: upload.id,
      artistId: this.#artistId,
      fileName: filename ?? undefined,
      bytes: upload.size ?? 0,
      metadata,
    })
    return upload
  }

  override async getUpload(id: string): Promise<Upload> {
    const found = await this.#deps.reception.find({ id, artistId: this.#artistId })
    const { bytes: size, received: offset, fileName: filename } = found
    return new Upload({ id, size, offset, metadata: { filename } })
  }

  override async write(_body: unknown, id: string, offset: number): Promise<number> {
    const receiver = this.#held()?.receiver
    if (receiver === undefined) throw new Refusal('upload_busy')
    const part = { id, artistId: this.#artistId, receiver, offset, body: this.#body }
    return receivePart(this.#deps, part)
  }

  override async remove(id: string): Promise<void> {
    await this.#deps.reception.remove({ id, artistId: this.#artistId })
  }
}
