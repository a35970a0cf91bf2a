// `npm run db:reset`: deletes all embedded data (database, files, emails, test payments), so that the next start is like the first.

import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { takeDataDir } from '../src/server/start/data-dir.ts'
import { endLeftPostgres } from '../src/server/start/left-postgres.ts'
import { endWith } from './end-with.ts'
import { readSettings } from './read-settings.ts'

await reset().catch(endWith)

async function reset(): Promise<void> {
  const { values } = parseArgs({ options: { yes: { type: 'boolean', default: false } } })
  const config = readSettings()
  if (config.databaseUrl !== null) {
    console.error('DATABASE_URL is set: a database of your own is never deleted by this command.')
    process.exit(1)
  }
  if (!values.yes && !(await isConfirmed(config.dataDir))) process.exit(1)

  // Refuses while the app runs; requires no free space, as a reset frees it.
  await takeDataDir(config.dataDir, 0)
  await endLeftPostgres(`${config.dataDir}/postgres`)
  await rm(config.dataDir, { recursive: true, force: true })
  console.log(`${config.dataDir} is gone. "npm start" makes a new one.`)
}

async function isConfirmed(folder: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const response = await terminal.question(`Delete everything in ${folder}? Type "yes": `)
  terminal.close()
  return response.trim() === 'yes'
}
