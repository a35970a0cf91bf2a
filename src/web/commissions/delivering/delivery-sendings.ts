// The deliveries that this browser tab is sending, by their commissions. They go on while the artist looks at other pages.

import { createStore, type StoreApi } from 'zustand/vanilla'
import type { TusFile } from '#web/api/tus-upload.ts'
import { openTimeLeft } from '#web/uploads/sending/time-left.ts'
import type { DeliveryFiles, DeliverySending, SendingPart } from './delivery-sending.ts'

export type SendFile = (file: File, options: TusFile) => { stop: () => void }

type Deps = {
  /** Loads the code of the protocol when the first delivery is sent. */
  loadSender: () => Promise<SendFile>
  /** Remembers on the device which file is on its way, so that it goes on after a reload. */
  remember: (deliveryId: string, recording: File) => void
  forgetFile: (deliveryId: string) => void
  /** Of what has arrived in part. */
  removeFile: (url: string) => Promise<unknown>
}

type Sendings = ReadonlyMap<string, DeliverySending>

type Parts = Deps & {
  store: StoreApi<Sendings>
  /** What goes on for each commission: late events of what was before are ignored. */
  runs: Map<string, Run>
}

type Run = { commissionId: string; url: string | null; stop: () => void }

type Send = DeliveryFiles & {
  commissionId: string
  /** A delivery whose recording has arrived in part; null for a new one. */
  deliveryId: string | null
}

export function createDeliverySendings(deps: Deps) {
  const store = createStore<Sendings>(() => new Map())
  const parts: Parts = { ...deps, store, runs: new Map() }
  return {
    store,
    send: (wanted: Send) => send(parts, wanted),
    /** Ends it, and removes what has arrived. */
    async cancel(commissionId: string): Promise<void> {
      const url = parts.runs.get(commissionId)?.url ?? null
      forget(parts, commissionId)
      if (url !== null) await deps.removeFile(url)
    },
    /** Of another visit, or another device: one delivery is on its way at a time. */
    removeArrived: (url: string) => deps.removeFile(url),
    /** What the page of the commission shows by itself now. */
    forget: (commissionId: string) => forget(parts, commissionId),
  }
}

/** Where deliveries are announced. */
const collectionOf = (commissionId: string) => `/api/commissions/${commissionId}/deliveries`

export function addressOf(commissionId: string, deliveryId: string): string {
  return `${collectionOf(commissionId)}/${deliveryId}`
}

/** The id at the end of the address that the server has given to a file. */
const idIn = (url: string) => /([0-9a-f-]{36})$/.exec(url)?.[1] ?? null

async function send(parts: Parts, wanted: Send): Promise<void> {
  const { commissionId, deliveryId, recording, guide } = wanted
  forget(parts, commissionId)
  const run: Run = { commissionId, url: null, stop: () => {} }
  parts.runs.set(commissionId, run)
  const isGuideFirst = guide !== null && deliveryId === null
  const part = isGuideFirst ? 'guide' : 'recording'
  show(parts, run, { name: 'sending', part, percent: 0, secondsLeft: null })
  const by = await parts.loadSender().catch(() => null)
  if (by === null) return show(parts, run, { name: 'refused', refused: null })
  const sendTheRecording = (guideId: string | null) =>
    sendPart(parts, run, by, {
      file: recording,
      part: 'recording',
      metadata: { kind: 'recording', ...(guideId === null ? {} : { guide: guideId }) },
      url: deliveryId === null ? null : addressOf(commissionId, deliveryId),
      onKnown: (id) => parts.remember(id, recording),
      onArrived(id) {
        if (id !== null) parts.forgetFile(id)
        show(parts, run, { name: 'arrived' })
      },
    })
  if (!isGuideFirst) return sendTheRecording(null)
  sendPart(parts, run, by, {
    file: guide,
    part: 'guide',
    metadata: { kind: 'guide' },
    url: null,
    onKnown: () => {},
    onArrived: sendTheRecording,
  })
}

type Part = Pick<TusFile, 'metadata' | 'url'> & {
  file: File
  part: SendingPart
  onKnown: (id: string) => void
  onArrived: (id: string | null) => void
}

function sendPart(parts: Parts, run: Run, by: SendFile, { file, part, ...own }: Part): void {
  if (!isCurrent(parts, run)) return
  const timeLeft = openTimeLeft(file.size)
  let percent = 0
  const { stop } = by(file, {
    endpoint: collectionOf(run.commissionId),
    url: own.url,
    metadata: { filename: file.name, ...own.metadata },
    onCreated(url) {
      // Cancelled before the server had answered: what it has created is removed.
      if (!isCurrent(parts, run)) return void parts.removeFile(url)
      run.url = url
      const id = idIn(url)
      if (id !== null) own.onKnown(id)
    },
    onProgress(bytes) {
      percent = Math.floor((100 * bytes) / file.size)
      show(parts, run, { name: 'sending', part, percent, secondsLeft: timeLeft.note(bytes) })
    },
    onConnectionLost() {
      timeLeft.restart()
      show(parts, run, { name: 'waiting', part, percent })
    },
    onArrived() {
      if (isCurrent(parts, run)) own.onArrived(run.url === null ? null : idIn(run.url))
    },
    onRefused: (refused) => show(parts, run, { name: 'refused', refused }),
  })
  run.stop = stop
}

const isCurrent = ({ runs }: Parts, run: Run) => runs.get(run.commissionId) === run

function show(parts: Parts, run: Run, state: DeliverySending): void {
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
