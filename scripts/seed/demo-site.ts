import type { Db } from '../../src/server/db/client.ts'
import type { OpenApp } from '../../src/server/main.ts'

/** What is filled, beside the recordings. */
export type DemoSite = Pick<OpenApp, 'payments' | 'publicUrl'> & { database: { db: Db } }
