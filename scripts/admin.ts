// `npm run admin -- grant EMAIL`: the only way to become an admin. With the embedded database, run it while the shop runs.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../src/server/config.ts'
import { connect } from '../src/server/db/client.ts'
import { contentOf, readSecrets } from '../src/server/start/data-dir.ts'
import { endWith } from './end-with.ts'

const roleOfVerb: Record<string, 'admin' | 'customer'> = { grant: 'admin', revoke: 'customer' }

const [verb = '', email = ''] = process.argv.slice(2)
const role = roleOfVerb[verb]
if (role === undefined || email === '') {
  console.error('Usage: npm run admin -- grant EMAIL   (or: revoke EMAIL)')
  process.exit(1)
}

if (existsSync('.env')) process.loadEnvFile('.env')
const database = connect(await findDatabase().catch(endWith), { onIdleError: () => undefined })
const user = await database.db
  .updateTable('users')
  .set({ role })
  .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
  .returning('username')
  .executeTakeFirst()
await database.close()
if (!user) {
  console.error(`There is no account with the email ${email}.`)
  process.exit(1)
}
console.log(`${user.username} (${email}) is now ${role === 'admin' ? 'an admin' : 'a customer'}.`)

async function findDatabase(): Promise<string> {
  const config = readConfig()
  if (config.databaseUrl !== null) return config.databaseUrl
  const folder = join(config.dataDir, 'postgres')
  const lock = await contentOf(join(folder, 'postmaster.pid'))
  // The fourth line of PostgreSQL's lock file is its port.
  const port = lock?.split('\n')[3]
  if (port === undefined) {
    console.error('The embedded database does not run: start the shop with "npm start" first.')
    process.exit(1)
  }
  const { database: password } = await readSecrets(config.dataDir)
  return `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`
}
