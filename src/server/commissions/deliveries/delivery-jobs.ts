// Background jobs of deliveries: preparing them, refusing those whose preparation ended without an end, removing old files.

import type { Db } from '#server/db/client.ts'
import { deliveryProcess } from '#rules/commissions/delivery-process.ts'
import type { AudioEngine } from '#server/gateways/audio/audio-engine.ts'
import { findLiveJobs } from '#server/jobs/add-job.ts'
import type { Jobs } from '#server/jobs/job-names.ts'
import { prepareDeliveryKey } from '../queued-preparation.ts'
import type { DeliveryDeps } from './delivery-intake.ts'
import { removeOldFiles } from './delivery-files.ts'
import { inWork, prepareDelivery, refusalCodeOf, refuseDelivery } from './delivery-preparation.ts'

export function deliveryJobs(deps: DeliveryDeps & { audio: AudioEngine }): Jobs {
  return {
    async prepare_delivery({ deliveryId }, { isLastAttempt, ...run }) {
      const delivery = await findPreparing(deps.db)
        .where('commission_deliveries.id', '=', deliveryId)
        .executeTakeFirst()
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

function findPreparing(db: Db) {
  return db
    .selectFrom('commission_deliveries')
    .selectAll('commission_deliveries')
    .where('commission_deliveries.status', '=', deliveryProcess.start)
}

/**
 * Those whose attempts were all killed, and those whose commission has ended while it was frozen. One that waits, however
 * long, is prepared when its turn comes.
 */
async function refuseUnfinished(deps: DeliveryDeps): Promise<void> {
  for (const { commission_status: status, ...delivery } of await findLeft(deps.db)) {
    const code = status === inWork ? 'upload_interrupted' : 'commission_moved'
    await refuseDelivery(deps, delivery, code)
  }
}

/** Those that nothing will prepare any more: letting a frozen commission go on queues its delivery again. */
function findLeft(db: Db) {
  // Of one moment: in the next one a commission can be frozen, and the job of its delivery end.
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const preparing = await findPreparing(tx)
        .innerJoin('commissions', 'commissions.id', 'commission_id')
        .select('commissions.status as commission_status')
        .where('frozen_at', 'is', null)
        .execute()
      const live = await findLiveJobs(
        tx,
        preparing.map(({ id }) => prepareDeliveryKey(id)),
      )
      return preparing.filter(({ id }) => !live.has(prepareDeliveryKey(id)))
    })
}
