// The database of a command that works beside the app: the configured one, or the embedded one of the app that runs.

import { findEmbeddedDatabase } from '../src/server/start/embedded-url.ts'
import { readSettings } from './read-settings.ts'

/** @throws ConfigProblem */
export async function findDatabase(): Promise<string> {
  const config = readSettings()
  if (config.databaseUrl !== null) return config.databaseUrl
  const embedded = await findEmbeddedDatabase(config.dataDir)
  if (embedded !== null) return embedded
  console.error('The embedded database does not run: start the app with "npm start" first.')
  process.exit(1)
}
