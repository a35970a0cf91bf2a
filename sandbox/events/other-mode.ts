// Events of the other mode: an endpoint may receive both, and must not confuse them.
import type { Sandbox } from '../state/sandbox.ts'
import { newId } from '../storage/ids.ts'
import { enqueueDelivery } from './deliveries.ts'
import { thinNotification } from './thin-event.ts'

/** Returns the id under which a copy of the event is sent; undefined when there is no such event. */
export function deliverAsOtherMode(sandbox: Sandbox, eventId: string): string | undefined {
  const { store } = sandbox
  const id = newId('evt')
  const snapshot = store.find('event', eventId)
  if (snapshot) {
    const object = { ...snapshot.data.object, livemode: true }
    const body = { ...snapshot, id, livemode: true, data: { ...snapshot.data, object } }
    enqueueDelivery(sandbox, { endpoint: 'snapshot', id, body }, 0)
    return id
  }
  const thin = store.find('v2.core.event', eventId)
  if (!thin) return undefined
  const body = { ...thinNotification(thin), id, livemode: true }
  enqueueDelivery(sandbox, { endpoint: 'thin', id, body }, 0)
  return id
}
