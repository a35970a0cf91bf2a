// Maps deliveries to the contract: which files each viewer may play now.

import type { Delivery } from '#contracts/commissions/commission.ts'
import { isRefusalCode, refusalMessage } from '#rules/errors/refusal.ts'
import { ownedStatuses, type CommissionStatus } from '#rules/commissions/commission-process.ts'
import { waveformOf } from '#server/tracks/waveform.ts'
import { readAudio } from '#server/uploads/stored-audio.ts'
import type { Deliveries, DeliveryRow, ReadCommission, Viewer } from './commission-queries.ts'

const owned: readonly CommissionStatus[] = ownedStatuses

/** The customer hears what is ready; how it is prepared, and what was refused, is between the artist and the site. */
export function presentDeliveries(
  commission: ReadCommission,
  { stored, arriving }: Deliveries,
  viewer: Viewer,
): Delivery[] {
  const approvedId = approvedDeliveryId(commission, stored)
  const shown = stored
    .filter(({ status }) => status === 'ready' || viewer === 'artist')
    .map((row) => {
      const hasFile = mayPlay(commission, row, { viewer, approvedId })
      return presentDelivery(row, { hasFile, knowsFile: hasFile || viewer === 'artist' })
    })
  if (viewer !== 'artist' || arriving === undefined) return shown
  const ready = stored.filter(({ status }) => status === 'ready')
  return [...shown, presentArriving(arriving, ready.length + 1)]
}

/** The newest one; undefined before the approval, and once all of the money was given back. */
export function approvedDeliveryId(
  { status, is_given_back: isGivenBack }: Pick<ReadCommission, 'status' | 'is_given_back'>,
  rows: DeliveryRow[],
): string | undefined {
  if (isGivenBack || !owned.includes(status)) return undefined
  return rows.findLast((row) => row.status === 'ready')?.id
}

/** The whole recording: its artist; the customer, of the approved one; an admin who has to judge. */
export function mayPlay(
  { frozen_at: frozenAt, open_dispute: dispute }: ReadCommission,
  { id, status, files_removed_at: removedAt }: DeliveryRow,
  { viewer, approvedId }: { viewer: Viewer; approvedId: string | undefined },
): boolean {
  if (status !== 'ready' || removedAt !== null) return false
  if (viewer === 'artist') return true
  if (viewer === 'customer') return id === approvedId
  return frozenAt !== null || dispute !== null
}

type Sight = {
  hasFile: boolean
  /** Its name and its length would say something of what is not paid out yet. */
  knowsFile: boolean
}

function presentDelivery(row: DeliveryRow, { hasFile, knowsFile }: Sight): Delivery {
  const isReady = row.status === 'ready'
  const audio = isReady ? readAudio(row.audio) : null
  const path = `/api/commissions/${row.commission_id}/deliveries/${row.id}`
  return {
    id: row.id,
    number: row.number,
    state: row.status,
    fileName: knowsFile ? row.file_name : '',
    bytesReceived: knowsFile ? Number(row.bytes) : 0,
    bytes: knowsFile ? Number(row.bytes) : 0,
    durationSeconds: knowsFile && audio ? audio.durationMs / 1000 : null,
    arrivedAt: row.arrived_at.toISOString(),
    previewUrl: isReady && row.files_removed_at === null ? `${path}/preview.mp3` : null,
    previewSeconds: row.preview_ms === null ? null : row.preview_ms / 1000,
    previewWaveform: audio ? waveformOf(audio.preview.peaks, 96) : null,
    fileUrl: hasFile ? `${path}/file` : null,
    fileWaveform: hasFile && audio ? waveformOf(audio.peaks, 96) : null,
    guideUrl: hasFile && row.guide_key !== null ? `${path}/guide` : null,
    removedAt: isReady ? (row.files_removed_at?.toISOString() ?? null) : null,
    reason: reasonOf(row),
  }
}

type Arriving = NonNullable<Deliveries['arriving']>

function presentArriving(row: Arriving, number: number): Delivery {
  return {
    id: row.id,
    number,
    state: 'arriving',
    fileName: row.file_name,
    bytesReceived: row.bytes_received,
    bytes: Number(row.bytes),
    durationSeconds: null,
    arrivedAt: null,
    previewUrl: null,
    previewSeconds: null,
    previewWaveform: null,
    fileUrl: null,
    fileWaveform: null,
    guideUrl: null,
    removedAt: null,
    reason: null,
  }
}

function reasonOf({ refusal_code: code }: DeliveryRow): string | null {
  return code !== null && isRefusalCode(code) ? refusalMessage(code) : null
}
