// A database belongs to one card provider for ever, and one that holds the demo is never a real shop's.

import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/client.ts'
import { StartProblem } from './start-problem.ts'

type Purpose = Pick<Config, 'demo' | 'stripe' | 'databaseUrl'>

const providerNames = {
  sandbox: 'the test card provider',
  'stripe-test': 'Stripe in test mode',
  'stripe-live': 'Stripe with real money',
}
type Provider = keyof typeof providerNames

/** Notes the provider at the first start. @throws StartProblem */
export async function refuseForeignDatabase(db: Db, config: Purpose): Promise<void> {
  if (!config.demo && (await findFact(db, 'demo')) !== undefined) {
    const orDemo = config.stripe === null ? '; DEMO=1 goes on with the demo' : ''
    throw new StartProblem(
      `The database holds the demo, whose passwords everybody knows and whose artists cannot be paid: ${wayOut(config)}${orDemo}.`,
    )
  }
  const provider = providerOf(config)
  const noted = await noteProvider(db, provider)
  if (noted === provider) return
  const before = Object.entries(providerNames).find(([name]) => name === noted)?.[1] ?? noted
  throw new StartProblem(
    `The database was made with ${before}, so ${providerNames[provider]} knows none of its accounts and payments: ${wayOut(config)}.`,
  )
}

function wayOut({ databaseUrl }: Purpose): string {
  if (databaseUrl !== null) return 'set another DATABASE_URL'
  return 'set another DATA_DIR, or forget everything in this one with "npm run db:reset"'
}

function providerOf({ stripe }: Purpose): Provider {
  if (stripe === null) return 'sandbox'
  return /^.._live_/.test(stripe.secretKey) ? 'stripe-live' : 'stripe-test'
}

/** Whose database it is: the first to start on it. */
async function noteProvider(db: Db, provider: Provider): Promise<string | undefined> {
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
