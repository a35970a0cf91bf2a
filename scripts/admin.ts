// `npm run admin -- grant EMAIL`: the only way to make a user an admin. With the embedded database, run it while the app runs.

import { grantAdmin, revokeAdmin } from '../src/server/accounts/login/admin-role.ts'
import { connect } from '../src/server/db/client.ts'
import { endWith } from './end-with.ts'
import { findDatabase } from './find-database.ts'

const changes = { grant: grantAdmin, revoke: revokeAdmin }
const problems = {
  unknown: 'There is no account with this email.',
  sells:
    'This account is an artist’s, with tracks and sales: make the admin an account of its own.',
  no_admin: 'This account is no admin.',
}

const [verb = '', email = ''] = process.argv.slice(2)
if ((verb !== 'grant' && verb !== 'revoke') || email === '') {
  console.error('Usage: npm run admin -- grant EMAIL   (or: revoke EMAIL)')
  process.exit(1)
}

const database = connect(await findDatabase().catch(endWith), { onIdleError: () => undefined })
const changed = await changes[verb](database.db, email)
await database.close()
if (typeof changed === 'string') {
  console.error(problems[changed])
  process.exit(1)
}
const role = verb === 'grant' ? 'an admin' : 'a customer'
console.log(`${changed.username} (${email}) is now ${role}, and logged out everywhere.`)
