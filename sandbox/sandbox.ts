// Everything that belongs to one secret key; every operation and page receives it.
import type { DatabaseSync } from 'node:sqlite'
import type { Config } from './config.ts'
import type { Contract } from './contract/contract.ts'
import { createFaultInjector, type FaultInjector } from './control/fault-injection.ts'
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
  faults: FaultInjector
  requestLog: RequestLog
  /** Idempotency keys of requests whose response hangs: the client sees them as still in progress. */
  keysInUse: Set<string>
  /** The address of the hosted pages for browsers; set once the server listens. */
  publicUrl: string
}

/** The request that caused a change; events name it. Hosted pages have no API request and no key. */
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
    faults: createFaultInjector(),
    requestLog: createRequestLog(),
    keysInUse: new Set(),
    publicUrl: '',
  }
}
