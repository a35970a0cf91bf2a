// The address of the embedded database while the app runs: for commands that work beside it.

import { join } from 'node:path'
import { contentOf, readSecrets } from './data-dir.ts'

/** Null while no app runs on this folder. */
export async function findEmbeddedDatabase(dataDir: string): Promise<string | null> {
  const lock = await contentOf(join(dataDir, 'postgres', 'postmaster.pid'))
  // The fourth line of PostgreSQL's lock file is its port.
  const port = lock?.split('\n')[3]
  if (port === undefined) return null
  const { database: password } = await readSecrets(dataDir)
  return `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`
}
