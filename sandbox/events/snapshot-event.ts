// Events of the first API: they carry the object as it was when the event happened.
import type { Cause, Sandbox } from '../state/sandbox.ts'
import { newId } from '../storage/ids.ts'
import { platform } from '../storage/object-store.ts'
import type { SnapshotEvent } from '../storage/stored-kinds.ts'
import { enqueueDeliveries } from './deliveries.ts'

/** Call it in the transaction of the change: change and event are stored together. */
export function emitEvent(
  sandbox: Sandbox,
  cause: Cause,
  event: {
    type: string
    object: object
    previousAttributes?: object
    /** The connected account that it happened to; the platform when left out. */
    owner?: string
  },
): void {
  const { clock, contract, store } = sandbox
  const created = clock.now()
  const { owner = platform } = event
  const snapshot: SnapshotEvent = {
    id: newId('evt'),
    object: 'event',
    ...(owner === platform ? {} : { account: owner }),
    api_version: contract.apiVersion,
    created,
    data: {
      object: event.object,
      ...(event.previousAttributes ? { previous_attributes: event.previousAttributes } : {}),
    },
    livemode: false,
    pending_webhooks: sandbox.config.endpoints.some(({ name }) => name === 'snapshot') ? 1 : 0,
    request: { id: cause.requestId, idempotency_key: cause.idempotencyKey },
    type: event.type,
  }
  store.insert('event', snapshot, { created, owner })
  enqueueDeliveries(sandbox, { endpoint: 'snapshot', id: snapshot.id, body: snapshot })
}
