// Background jobs of deliveries: preparing them, refusing those whose preparation ended without an end, removing old files.

import type { Db } from '#server/db/client.ts'
import { deliveryProcess } from '#rules/commissions/delivery-process.ts'
import type { AudioEngine } from '#server/gateways/audio/audio-engine.ts'
import { findLiveJobs } from '#server/jobs/add-job.ts'
import type { Jobs } from '#server/jobs/job-names.ts'
import { prepareDeliveryKey, type DeliveryDeps } from './delivery-intake.ts'
import { removeOldFiles } from './delivery-files.ts'
import { prepareDelivery, refusalCodeOf, refuseDelivery } from './delivery-preparation.ts'

export function deliveryJobs(deps: DeliveryDeps & { audio: AudioEngine }): Jobs {
  return {
    async prepare_delivery({ deliveryId }, { isLastAttempt, ...run }) {
      const [delivery] = await findPreparing(deps.db, deliveryId)
      if (!delivery) return
      try {
        await prepareDelivery(deps, delivery, run)
      } catch (error) {
        const code = refusalCodeOf(error)
        if (code !== null) return refuseDelivery(deps, delivery, code)
        if (isLastAttempt) await refuseDelivery(deps, delivery, 'upload_interrupted')
        throw error
      }
    },

    async tidy_deliveries(_nothing, { signal }) {
      await refuseUnfinished(deps)
      await removeOldFiles(deps, signal)
    },
  }
}

/** All of them, or one. */
function findPreparing(db: Db, id?: string) {
  return db
    .selectFrom('commission_deliveries')
    .selectAll()
    .where('status', '=', deliveryProcess.start)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .execute()
}

/** Those whose attempts were all killed. One that waits, however long, is prepared when its turn comes. */
async function refuseUnfinished(deps: DeliveryDeps): Promise<void> {
  const preparing = await findPreparing(deps.db)
  const keys = preparing.map(({ id }) => prepareDeliveryKey(id))
  const live = await findLiveJobs(deps.db, keys)
  for (const delivery of preparing) {
    if (!live.has(prepareDeliveryKey(delivery.id)))
      await refuseDelivery(deps, delivery, 'upload_interrupted')
  }
}
