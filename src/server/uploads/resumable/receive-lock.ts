// One request at a time adds bytes to an upload, in all processes. The newest request of its artist takes over: after a
// reload the server may not know yet that the old connection is gone.

import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { sql, type RawBuilder } from 'kysely'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import { takeLease, type Lease, type LeaseRow } from '#server/db/lease.ts'
import type { SiteEvents } from '#server/events/listen-for-events.ts'
import { publish } from '#server/events/site-events.ts'
import type { OwnUpload } from '../upload-queries.ts'

const leaseSeconds = 15
const askEveryMs = 100
const waitAtMostMs = 5_000

type Deps = { db: Db; events: SiteEvents; log: FastifyBaseLogger }

/** `receiver` is stored in the row: the holder's writes name it, so that those of a former holder change nothing. */
export type ReceiveLock = { receiver: string; unlock: () => Promise<void> }
export type ReceiveLocks = {
  /**
   * `release` is called when a newer request wants the upload, or its artist is banned.
   * @throws Refusal not_found; upload_busy when a newer request wants it, or the holder does not end
   */
  lock: (own: OwnUpload, release: () => void) => Promise<ReceiveLock>
}

export function openReceiveLocks({ db, events, log }: Deps): ReceiveLocks {
  /** Those of this process, with the upload of each. */
  const held = new Map<Lease, string>()
  let isSubscribed = false

  /** With the first lock, not at the start: subscribing opens a connection. */
  function subscribe(): void {
    if (isSubscribed) return
    isSubscribed = true
    events.subscribe({
      onEvent: (event) => {
        if (event.name === 'uploadWanted') checkHolders(event)
      },
      onMissed: () => {},
    })
  }

  /** The event of a request that has been overtaken may come late: the row says who is wanted now. */
  function checkHolders(wanted: { uploadId: string; receiver: string }): void {
    for (const [lease, uploadId] of held)
      if (uploadId === wanted.uploadId && lease.holder !== wanted.receiver) lease.renew()
  }

  return {
    async lock(own, release) {
      subscribe()
      const lease = await takeLease(receiverOf(db, own, release), {
        seconds: leaseSeconds,
        onNotRenewed: (error) =>
          log.warn({ err: error, uploadId: own.id }, 'the lock of an upload was not renewed'),
      })
      held.set(lease, own.id)
      return {
        receiver: lease.holder,
        async unlock() {
          held.delete(lease)
          await lease.end()
        },
      }
    },
  }
}

function receiverOf(db: Db, own: OwnUpload, release: () => void): LeaseRow {
  return {
    take: (receiver, until) => take(db, own, { receiver, until }),

    /** Not that of a banned artist: the connection ends. */
    async renew(receiver, until) {
      const where = sql<boolean>`receiver = ${receiver}
        and not exists (select from users where users.id = uploads.artist_id and users.banned)`
      if (!(await setReceiver(db, own, { receiver, until, where }))) release()
    },

    async end(receiver) {
      await db
        .updateTable('uploads')
        .set({ receiver: null, receiver_until: null })
        .where('id', '=', own.id)
        .where('receiver', '=', receiver)
        .execute()
    },
  }
}

type Term = { receiver: string; until: RawBuilder<Date> }

/** Says once that it wants the upload, and waits until the holder has ended, in whichever process it is. */
async function take(db: Db, own: OwnUpload, term: Term): Promise<void> {
  const { receiver } = term
  const waitUntil = performance.now() + waitAtMostMs
  if (!(await want(db, own, receiver))) throw new Refusal('not_found')
  const isFree = sql<boolean>`(receiver is null or receiver_until < now())`
  while (!(await setReceiver(db, own, { ...term, where: isFree }))) {
    const wanted = await findWanted(db, own)
    if (wanted === undefined) throw new Refusal('not_found')
    if (wanted !== receiver || performance.now() > waitUntil) throw new Refusal('upload_busy')
    await setTimeout(askEveryMs)
  }
}

/** From now on the requests before this one neither get the lock nor keep it. */
function want(db: Db, { id, artistId }: OwnUpload, receiver: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const wanted = await tx
      .updateTable('uploads')
      .set({ wanted_by: receiver })
      .where('id', '=', id)
      .where('artist_id', '=', artistId)
      .returning('receiver')
      .executeTakeFirst()
    if (!wanted) return false
    if (wanted.receiver !== null)
      await publish(tx, { name: 'uploadWanted', uploadId: id, receiver })
    return true
  })
}

/** Only for the newest of those that want the upload. */
async function setReceiver(
  db: Db,
  { id, artistId }: OwnUpload,
  { receiver, until, where }: Term & { where: RawBuilder<boolean> },
): Promise<boolean> {
  const result = await db
    .updateTable('uploads')
    .set({ receiver, receiver_until: until })
    .where('id', '=', id)
    .where('artist_id', '=', artistId)
    .where('wanted_by', '=', receiver)
    .where(where)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Undefined when the upload is gone. */
async function findWanted(db: Db, { id, artistId }: OwnUpload): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('uploads')
    .select('wanted_by')
    .where('id', '=', id)
    .where('artist_id', '=', artistId)
    .executeTakeFirst()
  return row?.wanted_by
}
