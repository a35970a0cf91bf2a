// Events of the second API: they only name the object, which the receiver then fetches.
import type { Cause, Sandbox } from '../state/sandbox.ts'
import { newId } from '../storage/ids.ts'
import type { ThinEvent } from '../storage/stored-kinds.ts'
import { enqueueDeliveries } from './deliveries.ts'

/** Call it in the transaction of the change: change and event are stored together. */
export function emitAccountEvent(
  sandbox: Sandbox,
  cause: Cause,
  event: { type: string; accountId: string; data?: object },
): void {
  const { clock, store } = sandbox
  const thin: ThinEvent = {
    id: newId('evt_test'),
    object: 'v2.core.event',
    created: new Date(clock.nowMs()).toISOString(),
    livemode: false,
    type: event.type,
    ...(cause.requestId
      ? {
          reason: {
            type: 'request',
            request: { id: cause.requestId, idempotency_key: cause.idempotencyKey ?? '' },
          },
        }
      : {}),
    related_object: {
      id: event.accountId,
      type: 'v2.core.account',
      url: `/v2/core/accounts/${event.accountId}`,
    },
    ...(event.data ? { data: event.data } : {}),
  }
  store.insert('v2.core.event', thin, { created: clock.now() })
  enqueueDeliveries(sandbox, { endpoint: 'thin', id: thin.id, body: thinNotification(thin) })
}

/** What a webhook receives: the event without its data. */
export function thinNotification({ data: _data, ...notification }: ThinEvent): object {
  return notification
}
