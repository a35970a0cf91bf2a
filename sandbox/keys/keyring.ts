// The sandboxes of this process: one for each secret key, as the provider has one account for each.
import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { Config, WebhookEndpoint } from '../state/config.ts'
import type { Contract } from '../contract/contract.ts'
import { startDelivery } from '../events/deliver-events.ts'
import { createDisorder } from '../state/disorder.ts'
import { createFaultInjector } from '../state/fault-injection.ts'
import { createRequestLog } from '../state/request-log.ts'
import type { Sandbox } from '../state/sandbox.ts'
import { createClock } from '../storage/clock.ts'
import { openDatabase, openDatabaseInMemory } from '../storage/database.ts'
import { newId } from '../storage/ids.ts'
import { createObjectStore } from '../storage/object-store.ts'
import type { Kind } from '../storage/stored-kinds.ts'

export interface Keyring {
  /** The sandbox of the configured key, the only one whose storage outlives the process. */
  configured: Sandbox
  all: () => Sandbox[]
  find: (secretKey: string) => Sandbox | undefined
  /** For hosted pages, whose requests carry no key. Without such an object: the configured sandbox. */
  findHolder: (kind: Kind, id: string) => Sandbox
  /** A sandbox under a new key, in memory. */
  open: (endpoints: WebhookEndpoint[]) => Sandbox
  /** Removes the key and all its data. */
  close: (sandbox: Sandbox) => Promise<void>
}

/** @throws Error when another process uses the configured folder. */
export function createKeyring(config: Config, contract: Contract): Keyring {
  const configured = createSandbox(config, contract, openDatabase(config.dataDir, config.durable))
  const byDigest = new Map([[digestOf(config.secretKey), configured]])
  return {
    configured,
    all: () => [...byDigest.values()],
    find: (secretKey) => byDigest.get(digestOf(secretKey)),
    findHolder: (kind, id) =>
      [...byDigest.values()].find(({ store }) => store.find(kind, id)) ?? configured,
    open(endpoints) {
      const settings = { ...config, secretKey: newId('sk_test'), endpoints }
      const sandbox = createSandbox(settings, contract, openDatabaseInMemory())
      sandbox.publicUrl = configured.publicUrl
      byDigest.set(digestOf(settings.secretKey), sandbox)
      return sandbox
    },
    async close(sandbox) {
      byDigest.delete(digestOf(sandbox.config.secretKey))
      await sandbox.delivery.stop()
      sandbox.db.close()
    },
  }
}

// Looked up by digest, so that the lookup time reveals nothing about a key.
function digestOf(secretKey: string): string {
  return createHash('sha256').update(secretKey).digest('hex')
}

function createSandbox(config: Config, contract: Contract, db: DatabaseSync): Sandbox {
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
    disorder: config.disorder && createDisorder(config.disorder),
    requestLog: createRequestLog(),
    keysInUse: new Set(),
    publicUrl: '',
  }
}
