// `npm run check:payments`: checks once, with the configured key, whether the card provider's set-up is complete; exits with 1 if not.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PaymentRefused, PaymentUnknown } from '../src/server/gateways/payments/payments.ts'
import { findPlatformProblems } from '../src/server/gateways/payments/platform-check.ts'
import { readSecrets } from '../src/server/start/data-dir.ts'
import { endWith } from './end-with.ts'
import { readSettings } from './read-settings.ts'

const sandboxHint = 'The test provider runs only while the app runs: start that first.'

const problems = await check().catch(explain)
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
console.log('Nothing is missing: payments can be taken, and artists can be paid.')

async function check(): Promise<string[]> {
  const config = readSettings()
  if (config.stripe) return findPlatformProblems(config.stripe, config.publicUrl)
  const apiUrl = config.sandboxUrl ?? `http://127.0.0.1:${config.sandboxPort}`
  if (!existsSync(join(config.dataDir, 'secrets.json'))) {
    return ['The app has never been started here: start it first, or set STRIPE_SECRET_KEY.']
  }
  const { sandboxKey } = await readSecrets(config.dataDir)
  // The sandbox reaches the app at its local URL, not at the public one.
  return findPlatformProblems({ secretKey: sandboxKey, apiUrl }, config.localUrl)
}

function explain(error: unknown): string[] {
  if (error instanceof PaymentRefused)
    return [`The card provider refuses the key: ${error.message}`]
  if (error instanceof PaymentUnknown) {
    const hint = readSettings().stripe === null ? ` ${sandboxHint}` : ''
    return [`The card provider does not respond: ${error.message}${hint}`]
  }
  return endWith(error)
}
