// What every operation and page works with: all that belongs to one secret key.
import type { DatabaseSync } from 'node:sqlite'
import type { Config } from './config.ts'
import type { Contract } from './contract/contract.ts'
import { createChaos, type Chaos } from './control/chaos.ts'
import { createRequestLog, type RequestLog } from './control/request-log.ts'
import { startDelivery, type Delivery } from './events/deliver-events.ts'
import { createClock, type Clock } from './storage/clock.ts'
import { createObjectStore, type ObjectStore } from './storage/object-store.ts'

export interface Sandbox {
  config: Config
  contract: Contract
  db: DatabaseSync
  store: ObjectStore
  clock: Clock
  delivery: Delivery
  chaos: Chaos
  requestLog: RequestLog
  /** Idempotency keys of requests whose answer hangs: to the caller they are still being worked on. */
  keysInUse: Set<string>
  /** Where a browser reaches the hosted pages; known once the server listens. */
  publicUrl: string
}

/** What brought a change about; events name it. Hosted pages have no request and no key. */
export interface Cause {
  requestId: string | null
  idempotencyKey: string | null
}

export const byHostedPage: Cause = { requestId: null, idempotencyKey: null }

export function createSandbox(config: Config, contract: Contract, db: DatabaseSync): Sandbox {
  const clock = createClock(db)
  const store = createObjectStore(db)
  const delivery = startDelivery({ db, clock, store, config })
  return {
    config,
    contract,
    db,
    store,
    clock,
    delivery,
    chaos: createChaos(),
    requestLog: createRequestLog(),
    keysInUse: new Set(),
    publicUrl: '',
  }
}
