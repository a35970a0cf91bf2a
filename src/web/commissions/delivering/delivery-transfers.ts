// The deliveries that this browser tab is sending, by their commissions. They go on while the artist looks at other pages.
// The files of one are sent one after the other, the sung guide first, so that the recording's last byte is the delivery's.

import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Refused } from '#web/api/result.ts'
import { idInAddress, type PreviousUpload, type StoredUploads } from '#web/api/stored-uploads.ts'
import type { findPreviousUploads, sendFileByTus, TusFile } from '#web/api/tus-upload.ts'

export type DeliveryPart = 'guide' | 'recording'

export type DeliveryTransfer =
  | { name: 'sending'; part: DeliveryPart; percent: number; secondsLeft: number | null }
  /** Without a connection; sending goes on by itself. */
  | { name: 'waiting'; part: DeliveryPart; percent: number }
  /** Every byte is stored, or the server takes none any more: the commission says which. */
  | { name: 'arrived' }
  /** Null where the code that sends files could not be loaded. */
  | { name: 'refused'; refused: Refused | null }

type Protocol = {
  sendFileByTus: typeof sendFileByTus
  findPreviousUploads: typeof findPreviousUploads
}

type Deps = {
  /** Loads the code of the protocol when the first delivery is sent. */
  loadProtocol: () => Promise<Protocol>
  /** Which recordings are on their way, so that they go on after a reload. */
  stored: Pick<StoredUploads, 'urlStorage' | 'forget'>
  /** Removes what has arrived in part. */
  removeFile: (url: string) => Promise<unknown>
}

type Transfers = ReadonlyMap<string, DeliveryTransfer>

type Parts = Deps & {
  store: StoreApi<Transfers>
  /** What goes on for each commission: late events of what was before are ignored. */
  runs: Map<string, Run>
}

type Run = { commissionId: string; url: string | null; stop: () => void }

type Send = {
  commissionId: string
  /** The delivery whose recording has arrived in part; null without one. */
  arrivingId: string | null
  recording: File
  guide: File | null
}

export function createDeliveryTransfers(deps: Deps) {
  const store = createStore<Transfers>(() => new Map())
  const parts: Parts = { ...deps, store, runs: new Map() }
  return {
    store,
    /**
     * Goes on with the recording that has arrived in part, if it is the same file. There is one delivery at a time:
     * another file takes its place.
     */
    send: (wanted: Send) => send(parts, wanted),
    /** Ends it, and removes what has arrived. */
    async cancel(commissionId: string): Promise<void> {
      const url = parts.runs.get(commissionId)?.url ?? null
      forget(parts, commissionId)
      if (url !== null) await remove(parts, url)
    },
    /** What the page of the commission shows by itself now. */
    forget: (commissionId: string) => forget(parts, commissionId),
    /** For another account. */
    clear: () => store.getState().forEach((_transfer, commissionId) => forget(parts, commissionId)),
  }
}

/** Leaving the page would stop it. */
export function isOnTheWay(
  transfer: DeliveryTransfer,
): transfer is Extract<DeliveryTransfer, { part: DeliveryPart }> {
  return transfer.name === 'sending' || transfer.name === 'waiting'
}

/** Where deliveries are announced. */
const collectionOf = (commissionId: string) => `/api/commissions/${commissionId}/deliveries`

async function send(parts: Parts, wanted: Send): Promise<void> {
  const { commissionId, arrivingId, recording, guide } = wanted
  forget(parts, commissionId)
  const run: Run = { commissionId, url: null, stop: () => {} }
  parts.runs.set(commissionId, run)
  const part = guide !== null && arrivingId === null ? 'guide' : 'recording'
  show(parts, run, { name: 'sending', part, percent: 0, secondsLeft: null })
  const protocol = await parts.loadProtocol().catch(() => null)
  if (protocol === null) return show(parts, run, { name: 'refused', refused: null })
  const previous = await findArriving(parts, protocol, wanted)
  const sendTheRecording = (guideId: string | null) =>
    sendPart(parts, run, protocol, {
      file: recording,
      part: 'recording',
      metadata: { kind: 'recording', ...(guideId === null ? {} : { guide: guideId }) },
      previous,
      urlStorage: parts.stored.urlStorage,
      onArrived(id) {
        if (id !== null) parts.stored.forget(id)
        show(parts, run, { name: 'arrived' })
      },
    })
  if (guide === null || previous !== null) return sendTheRecording(null)
  sendPart(parts, run, protocol, {
    file: guide,
    part: 'guide',
    metadata: { kind: 'guide' },
    previous: null,
    urlStorage: null,
    onArrived: sendTheRecording,
  })
}

/** The part that has arrived, if it is of this recording; otherwise it is removed. */
async function findArriving(
  parts: Parts,
  { findPreviousUploads }: Protocol,
  { commissionId, arrivingId, recording }: Send,
): Promise<PreviousUpload | null> {
  if (arrivingId === null) return null
  const endpoint = collectionOf(commissionId)
  const { urlStorage } = parts.stored
  const found = await findPreviousUploads(recording, { endpoint, urlStorage })
  const arriving = found.find(({ uploadUrl }) => idInAddress(uploadUrl) === arrivingId)
  if (arriving === undefined) await remove(parts, `${endpoint}/${arrivingId}`)
  return arriving ?? null
}

async function remove({ stored, removeFile }: Parts, url: string): Promise<void> {
  const id = idInAddress(url)
  if (id !== null) stored.forget(id)
  await removeFile(url)
}

type Part = Pick<TusFile, 'metadata' | 'previous' | 'urlStorage'> & {
  file: File
  part: DeliveryPart
  onArrived: (id: string | null) => void
}

function sendPart(parts: Parts, run: Run, protocol: Protocol, wanted: Part): void {
  if (!isCurrent(parts, run)) return
  const { file, part, metadata, onArrived, ...place } = wanted
  let percent = 0
  const { stop } = protocol.sendFileByTus(file, {
    ...place,
    endpoint: collectionOf(run.commissionId),
    metadata: { filename: file.name, ...metadata },
    onCreated(url) {
      // Cancelled before the server had answered: what it has created is removed.
      if (!isCurrent(parts, run)) return void remove(parts, url)
      run.url = url
    },
    onProgress(bytes, secondsLeft) {
      percent = Math.floor((100 * bytes) / file.size)
      show(parts, run, { name: 'sending', part, percent, secondsLeft })
    },
    onConnectionLost: () => show(parts, run, { name: 'waiting', part, percent }),
    onArrived() {
      if (isCurrent(parts, run)) onArrived(idInAddress(run.url))
    },
    onRefused: (refused) => show(parts, run, { name: 'refused', refused }),
  })
  run.stop = stop
}

const isCurrent = ({ runs }: Parts, run: Run) => runs.get(run.commissionId) === run

function show(parts: Parts, run: Run, state: DeliveryTransfer): void {
  if (!isCurrent(parts, run)) return
  parts.store.setState(new Map(parts.store.getState()).set(run.commissionId, state), true)
}

function forget({ store, runs }: Parts, commissionId: string): void {
  runs.get(commissionId)?.stop()
  runs.delete(commissionId)
  const others = new Map(store.getState())
  others.delete(commissionId)
  store.setState(others, true)
}
