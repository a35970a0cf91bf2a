// Everything that belongs to one secret key; every operation and page receives it.
import type { DatabaseSync } from 'node:sqlite'
import type { Config } from './config.ts'
import type { Contract } from '../contract/contract.ts'
import type { Clock } from '../storage/clock.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import type { Disorder } from './disorder.ts'
import type { FaultInjector } from './fault-injection.ts'
import type { RequestLog } from './request-log.ts'

export interface Sandbox {
  config: Config
  contract: Contract
  db: DatabaseSync
  store: ObjectStore
  clock: Clock
  delivery: Delivery
  faults: FaultInjector
  /** Null while there is none. */
  disorder: Disorder | null
  requestLog: RequestLog
  /** Idempotency keys of requests whose response hangs: the client sees them as still in progress. */
  keysInUse: Set<string>
  /** The address of the hosted pages for browsers; set once the server listens. */
  publicUrl: string
}

/** The delivery of events to the webhook endpoints. */
export interface Delivery {
  /** Checks for due deliveries as soon as the running transaction has ended. */
  wake: () => void
  /** Resolves when no delivery is in progress. */
  stop: () => Promise<void>
}

/** The request that caused a change; events name it. Hosted pages have no API request and no key. */
export interface Cause {
  requestId: string | null
  idempotencyKey: string | null
}

export const byHostedPage: Cause = { requestId: null, idempotencyKey: null }
