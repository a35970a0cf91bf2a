// The originals of everything a user owns as one ZIP stream.

import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'
import { zipNames } from './zip-names.ts'
import { openZipStream, type ZipStream } from './zip-stream.ts'

type ZipDeps = {
  db: Db
  storage: Storage
  /** Called when a track is opened to be sent. */
  onTrack: (trackId: string) => void
}

type OwnedOriginal = ReturnType<typeof withGuide>[number]

const checksAtOnce = 16

/** @throws Refusal not_found when nothing is owned; an Error when a stored file is missing, before anything is sent */
export async function openOwnedZip(deps: ZipDeps, userId: string): Promise<ZipStream> {
  const originals = (await findOwnedOriginals(deps.db, userId)).flatMap(withGuide)
  if (originals.length === 0) throw new Refusal('not_found')
  await checkStored(deps.storage, originals)
  const names = zipNames(originals)
  return openZipStream(
    originals.map((original, at) => ({
      name: names[at] ?? '',
      bytes: Number(original.original_bytes),
      writtenAt: original.granted_at,
      open() {
        if (!original.isGuide) deps.onTrack(original.id)
        return openOriginal(deps.storage, original)
      },
    })),
  )
}

type OwnedRow = Awaited<ReturnType<typeof findOwnedOriginals>>[number]

/** Adds the guide that a singer asked for with a commission. */
function withGuide({ guide_key, guide_container, guide_bytes, ...original }: OwnedRow) {
  const recording = { ...original, isGuide: false }
  if (guide_key === null || guide_container === null) return [recording]
  const guide = {
    ...original,
    isGuide: true,
    title: guideTitle(original.title),
    original_key: guide_key,
    original_container: guide_container,
    original_bytes: guide_bytes ?? '0',
  }
  return [recording, guide]
}

export const guideTitle = (title: string) => `${title} (sung guide)`

function findOwnedOriginals(db: Db, userId: string) {
  return db
    .selectFrom('owned_recordings')
    .select(['id', 'granted_at', 'title', 'original_key', 'original_container'])
    .select(['original_bytes', 'guide_key', 'guide_container', 'guide_bytes'])
    .where('user_id', '=', userId)
    .orderBy('granted_at')
    .orderBy('id')
    .execute()
}

async function checkStored(storage: Storage, originals: OwnedOriginal[]): Promise<void> {
  for (let from = 0; from < originals.length; from += checksAtOnce) {
    await Promise.all(
      originals.slice(from, from + checksAtOnce).map((original) => checkOne(storage, original)),
    )
  }
}

async function checkOne(
  storage: Storage,
  { original_key: key, original_bytes }: OwnedOriginal,
): Promise<void> {
  const stored = await storage.stat(key)
  const expected = Number(original_bytes)
  if (stored?.bytes === expected) return
  throw new Error(`The stored file ${key} has ${stored?.bytes ?? 'no'} bytes, not ${expected}.`)
}

async function openOriginal(storage: Storage, { original_key: key }: OwnedOriginal) {
  const found = await storage.get(key)
  if (!found) throw new Error(`The stored file ${key} is missing.`)
  return found.body
}
