// Sends the files of deliveries: a preview to both parties and admins, the rest only to those who may hear it now. Together
// with orders/owned-file.ts, this is the only code that reads the recording of a commission for a response.

import { audioContainers, isAudioContainer } from '#rules/music/audio-formats.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#rules/errors/refusal.ts'
import { sendFile } from '#server/http/send-file.ts'
import type { SessionUser } from '#server/http/session.ts'
import { ownedFileName } from '#server/orders/owned-file.ts'
import { guideTitle } from '#server/orders/owned-zip.ts'
import { findCommission, findDeliveries } from '../commission-queries.ts'
import { approvedDeliveryId, mayPlay } from '../delivery-presenter.ts'
import { recordPlayed } from './played-deliveries.ts'
import type { DeliveryDeps } from './delivery-intake.ts'

type Kind = 'preview' | 'recording' | 'guide'
type Wanted = {
  input: { id: string; deliveryId: string }
  user: SessionUser
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * A file that the reader may not hear is answered like a missing one. An admin's player is noted before the first byte.
 * @throws Refusal not_found
 */
export async function sendDeliveryFile(
  { db, storage, clock }: DeliveryDeps,
  kind: Kind,
  { input: { id, deliveryId }, user, request, reply }: Wanted,
): Promise<void> {
  const { commission, viewer } = await findCommission(db, { id, reader: user })
  const { stored } = await findDeliveries(db, id)
  const delivery = stored.find((row) => row.id === deliveryId)
  if (delivery?.status !== 'ready' || delivery.files_removed_at !== null)
    throw new Refusal('not_found')
  const approvedId = approvedDeliveryId(commission, stored)
  if (kind !== 'preview' && !mayPlay(commission, delivery, { viewer, approvedId }))
    throw new Refusal('not_found')
  const file = fileOf(delivery, kind)
  if (file === null) throw new Refusal('not_found')
  const { guide_container: container } = delivery
  // No player shows a guide: its customer keeps it as a file.
  const kept =
    kind === 'guide' && viewer === 'customer' && container !== null
      ? { saveAs: ownedFileName(guideTitle(commission.name), container) }
      : {}
  const isJudged = kind !== 'preview' && viewer === 'admin'
  if (isJudged && request.method !== 'HEAD')
    await recordPlayed(db, { adminId: user.id, commissionId: id, deliveryId }, clock.now())
  await sendFile(storage, request, reply, { ...file, ...kept, cacheControl }, async () => {})
}

/** In no cache: who may hear it changes with the commission. */
const cacheControl = 'private, no-store'

type Stored = Awaited<ReturnType<typeof findDeliveries>>['stored'][number]

function fileOf(delivery: Stored, kind: Kind) {
  const { id, preview_key: previewKey, guide_key: guideKey } = delivery
  switch (kind) {
    case 'preview':
      return previewKey === null
        ? null
        : { key: previewKey, contentType: 'audio/mpeg', etag: `${id}-preview` }
    case 'recording':
      return {
        key: delivery.storage_key,
        contentType: contentTypeOf(delivery.container),
        etag: `${id}-recording`,
        bytes: Number(delivery.bytes),
      }
    case 'guide':
      if (guideKey === null) return null
      return {
        key: guideKey,
        contentType: contentTypeOf(delivery.guide_container),
        etag: `${id}-guide`,
        bytes: Number(delivery.guide_bytes),
      }
  }
}

function contentTypeOf(container: string | null): string {
  if (container === null || !isAudioContainer(container))
    throw new Error(`Unknown audio container ${container}.`)
  return audioContainers[container].contentType
}
