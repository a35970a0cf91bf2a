// One request at a time adds bytes to an upload, in all processes. A newer request of the same artist takes over: after a
// reload the server may not know yet that the old connection is gone.

import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import type { SiteEvents } from '#server/events/listen-for-events.ts'
import { publish } from '#server/events/site-events.ts'
import type { OwnUpload } from '../upload-queries.ts'

/** A killed process loses its locks after this time. */
const lease = sql<Date>`now() + interval '15 seconds'`
const renewEveryMs = 5_000
const askEveryMs = 100
const waitAtMostMs = 5_000

type Deps = { db: Db; events: SiteEvents; log: FastifyBaseLogger }

/** `receiver` is stored in the row: the holder's writes name it, so that those of a former holder change nothing. */
export type ReceiveLock = { receiver: string; unlock: () => Promise<void> }
export type ReceiveLocks = {
  /** `release` is called when another request wants the upload. @throws Refusal not_found, upload_busy */
  lock: (own: OwnUpload, release: () => void) => Promise<ReceiveLock>
}

export function openReceiveLocks({ db, events, log }: Deps): ReceiveLocks {
  const holders = new Map<string, () => void>()
  let isSubscribed = false

  /** With the first lock, not at the start: subscribing opens a connection. */
  function subscribe(): void {
    if (isSubscribed) return
    isSubscribed = true
    events.subscribe({
      onEvent: (event) => {
        if (event.name === 'uploadWanted') holders.get(event.uploadId)?.()
      },
      onMissed: () => {},
    })
  }

  async function renew({ id, artistId }: OwnUpload, receiver: string): Promise<void> {
    const renewed = await setReceiver(db, {
      id,
      artistId,
      receiver,
      isFree: sql`receiver = ${receiver}`,
    })
    if (!renewed) holders.get(id)?.()
  }

  return {
    async lock(own, release) {
      subscribe()
      const receiver = randomUUID()
      await take(db, own, { receiver, release: () => holders.get(own.id)?.() })
      holders.set(own.id, release)
      const timer = setInterval(() => {
        renew(own, receiver).catch((error: unknown) =>
          log.warn({ err: error, uploadId: own.id }, 'the lock of an upload was not renewed'),
        )
      }, renewEveryMs)
      return {
        receiver,
        async unlock() {
          clearInterval(timer)
          if (holders.get(own.id) === release) holders.delete(own.id)
          await db
            .updateTable('uploads')
            .set({ receiver: null, receiver_until: null })
            .where('id', '=', own.id)
            .where('receiver', '=', receiver)
            .execute()
        },
      }
    },
  }
}

async function take(
  db: Db,
  own: OwnUpload,
  { receiver, release }: { receiver: string; release: () => void },
): Promise<void> {
  const isFree = sql<boolean>`(receiver is null or receiver_until < now())`
  const until = performance.now() + waitAtMostMs
  while (!(await setReceiver(db, { ...own, receiver, isFree }))) {
    if (!(await isOwn(db, own))) throw new Refusal('not_found')
    if (performance.now() > until) throw new Refusal('upload_busy')
    release()
    // The holder may be another process.
    await db.transaction().execute((tx) => publish(tx, { name: 'uploadWanted', uploadId: own.id }))
    await setTimeout(askEveryMs)
  }
}

async function setReceiver(
  db: Db,
  {
    id,
    artistId,
    receiver,
    isFree,
  }: OwnUpload & { receiver: string; isFree: ReturnType<typeof sql<boolean>> },
): Promise<boolean> {
  const result = await db
    .updateTable('uploads')
    .set({ receiver, receiver_until: lease })
    .where('id', '=', id)
    .where('artist_id', '=', artistId)
    .where(isFree)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

async function isOwn(db: Db, { id, artistId }: OwnUpload): Promise<boolean> {
  const row = await db
    .selectFrom('uploads')
    .select('id')
    .where('id', '=', id)
    .where('artist_id', '=', artistId)
    .executeTakeFirst()
  return row !== undefined
}
