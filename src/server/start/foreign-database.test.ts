import { expect, test } from 'vitest'
import { openTestDatabase } from '../../../tests/support/databases/test-database.ts'
import { refuseForeignDatabase } from './foreign-database.ts'

const stripe = (secretKey: string) => ({ secretKey, webhookSecret: '', thinWebhookSecret: '' })
const trying = { demo: true, stripe: null, databaseUrl: null }
const testing = { demo: false, stripe: null, databaseUrl: null }
const selling = { demo: false, stripe: stripe('sk_live_1'), databaseUrl: null }

test('a database with the demo is refused when the demo is off, with a sentence on what to do', async () => {
  await using database = await openTestDatabase()
  await refuseForeignDatabase(database.db, trying)
  await database.db.insertInto('site_facts').values({ name: 'demo', value: 'yes' }).execute()

  await refuseForeignDatabase(database.db, trying)
  await expect(refuseForeignDatabase(database.db, testing)).rejects.toThrow(
    /^The database holds the demo, .*: set another DATA_DIR, or .*"npm run db:reset"; DEMO=1 goes on/,
  )
  await expect(refuseForeignDatabase(database.db, selling)).rejects.toThrow(
    /^The database holds the demo, .*"npm run db:reset"\.$/,
  )
  const elsewhere = { ...selling, databaseUrl: 'postgres://u:p@db/shop' }
  await expect(refuseForeignDatabase(database.db, elsewhere)).rejects.toThrow(
    /: set another DATABASE_URL\.$/,
  )
})

test.each([
  ['the test card provider', testing, selling],
  ['Stripe with real money', selling, testing],
  ['Stripe in test mode', { ...selling, stripe: stripe('rk_test_1') }, selling],
])('a database made with %s is refused with another provider', async (name, first, other) => {
  await using database = await openTestDatabase()
  await refuseForeignDatabase(database.db, first)
  await refuseForeignDatabase(database.db, first)
  await expect(refuseForeignDatabase(database.db, other)).rejects.toThrow(
    `The database was made with ${name}, so `,
  )
})
