// A database belongs to one card provider permanently, and one with the demo cannot be used for production.

import type { Config } from '#server/start/config.ts'
import type { Db } from '#server/db/client.ts'
import { StartProblem } from './start-problem.ts'

type Purpose = Pick<Config, 'demo' | 'stripe' | 'databaseUrl'>

const providerNames = {
  sandbox: 'the test card provider',
  'stripe-test': 'Stripe in test mode',
  'stripe-live': 'Stripe with real money',
}
type Provider = keyof typeof providerNames

/** Records the provider at the first start. @throws StartProblem */
export async function refuseForeignDatabase(db: Db, config: Purpose): Promise<void> {
  if (!config.demo && (await findFact(db, 'demo')) !== undefined) {
    const demoRemedy = config.stripe === null ? '; DEMO=1 goes on with the demo' : ''
    throw new StartProblem(
      `The database holds the demo, whose passwords everybody knows and whose artists cannot be paid: ${remedyFor(config)}${demoRemedy}.`,
    )
  }
  const provider = providerOf(config)
  const recorded = await recordProvider(db, provider)
  if (recorded === provider) return
  const before = Object.entries(providerNames).find(([name]) => name === recorded)?.[1] ?? recorded
  throw new StartProblem(
    `The database was made with ${before}, so ${providerNames[provider]} knows none of its accounts and payments: ${remedyFor(config)}.`,
  )
}

function remedyFor({ databaseUrl }: Purpose): string {
  if (databaseUrl !== null) return 'set another DATABASE_URL'
  return 'set another DATA_DIR, or forget everything in this one with "npm run db:reset"'
}

function providerOf({ stripe }: Purpose): Provider {
  if (stripe === null) return 'sandbox'
  return /^.._live_/.test(stripe.secretKey) ? 'stripe-live' : 'stripe-test'
}

/** Returns the provider of the first start on this database. */
async function recordProvider(db: Db, provider: Provider): Promise<string | undefined> {
  await db
    .insertInto('site_facts')
    .values({ name: 'card-provider', value: provider })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return findFact(db, 'card-provider')
}

async function findFact(db: Db, name: string): Promise<string | undefined> {
  const fact = await db
    .selectFrom('site_facts')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return fact?.value
}
