import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import { deliveryUploads } from '#contracts/commissions/delivery-uploads.ts'
import {
  findFinishedCommission,
  playDelivery,
  playDeliveryGuide,
  playDeliveryPreview,
  sendDelivery,
} from '#contracts/commissions/deliveries.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { SiteEvents } from '#server/events/listen-for-events.ts'
import type { RefuseForeignOrigin } from '#server/http/origin.ts'
import type { Serving } from '#server/http/serve.ts'
import { serveResumable } from '#server/uploads/resumable/serve-resumable-uploads.ts'
import { refuseUnlessOwned } from '../commission-ownership.ts'
import { readCommission } from '../reading/read-commission.ts'
import { openDeliveryForms, receiveDelivery, type DeliveryDeps } from './delivery-intake.ts'
import { deliveryReception } from './delivery-reception.ts'
import { sendDeliveryFile } from './sent-files.ts'

type Deps = DeliveryDeps & {
  events: SiteEvents
  log: FastifyBaseLogger
  refuseForeignOrigin: RefuseForeignOrigin
}

export function deliveryRoutes(
  { serve, serveBytes, serveUpload, serveProtocol }: Serving,
  deps: Deps,
): void {
  serveTus(serveProtocol, deps)
  const forms = openDeliveryForms()

  serveUpload(sendDelivery, async ({ user, request, receive }) => {
    const commissionId = await receive(async (input, file) => {
      const own = { id: randomUUID(), commissionId: input.commissionId, artistId: user.id }
      const sent = { ...own, fileName: file.name, body: file.body }
      await receiveDelivery({ ...deps, log: request.log, forms }, sent)
      return input.commissionId
    })
    return readCommission(deps, commissionId, user)
  })

  serveBytes(playDeliveryPreview, (call) => sendDeliveryFile(deps, 'preview', call))
  serveBytes(playDelivery, (call) => sendDeliveryFile(deps, 'recording', call))
  serveBytes(playDeliveryGuide, (call) => sendDeliveryFile(deps, 'guide', call))

  serve(findFinishedCommission, async ({ input: { commissionId }, user, request }) => {
    deps.refuseForeignOrigin(request)
    await refuseUnlessOwned(deps.db, { commissionId, customerId: user.id })
    return { commissionId }
  })
}

const paramsSchema = z.object({ id: z.uuid(), deliveryId: z.uuid().optional() })

function serveTus(serveProtocol: Serving['serveProtocol'], deps: Deps): void {
  serveResumable(serveProtocol, deps, {
    operations: Object.values(deliveryUploads),
    placeOf({ request }) {
      const params = paramsSchema.safeParse(request.params).data
      if (!params) throw new Refusal('not_found')
      const { id: commissionId, deliveryId: fileId } = params
      const folder = deliveryUploads.create.path.replace('{id}', commissionId)
      const reception = deliveryReception(deps, commissionId)
      return { folder, addressOf: (id) => `${folder}/${id}`, fileId, reception }
    },
  })
}
