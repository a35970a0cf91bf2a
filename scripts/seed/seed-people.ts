// The demo's people: singers, listeners, an admin, and artists whose payment set-up is really finished at the test card provider.

import { hashPassword } from 'better-auth/crypto'
import { demoAccounts, demoPassword } from '../../demo/catalogue/accounts.ts'
import { demoArtists } from '../../demo/catalogue/artists.ts'
import { demoListeners } from '../../demo/catalogue/listeners.ts'
import { finishOnboarding } from '../../sandbox/pay-as-customer.ts'
import { usernameKey } from '../../src/rules/username.ts'
import type { Shop } from '../../src/server/main.ts'
import { openPaymentSetup, refreshAccount } from '../../src/server/payouts/payout-account.ts'
import { demoIdOf } from './demo-id.ts'

type Person = { username: string; email: string; role: 'customer' | 'artist' | 'admin' }

export function describeDemo(say: (line: string) => void): void {
  say('Demo accounts (password "' + demoPassword + '"):')
  for (const { email } of Object.values(demoAccounts)) say(`  ${email}`)
}

export async function seedPeople(shop: Shop): Promise<void> {
  const password = await hashPassword(demoPassword)
  for (const person of everybody()) await seedPerson(shop, person, password)
  for (const { username } of demoArtists) await finishPaymentSetup(shop, username)
}

function everybody(): Person[] {
  return [
    ...demoArtists.map(({ username, email }) => ({ username, email, role: 'artist' as const })),
    ...demoListeners.map(({ username, email }) => ({ username, email, role: 'customer' as const })),
    { ...demoAccounts.singer, role: 'customer' },
    { ...demoAccounts.admin, role: 'admin' },
  ]
}

async function seedPerson(
  { database: { db } }: Shop,
  person: Person,
  password: string,
): Promise<void> {
  const id = demoIdOf('user', person.username)
  await db.transaction().execute(async (tx) => {
    const added = await tx
      .insertInto('users')
      .values({
        id,
        ...person,
        username_key: usernameKey(person.username),
        avatar: null,
        email_verified: true,
        is_demo: true,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) return
    await tx
      .insertInto('credentials')
      .values({ id, user_id: id, account_id: id, provider_id: 'credential', password })
      .execute()
  })
}

async function finishPaymentSetup(shop: Shop, username: string): Promise<void> {
  const { db } = shop.database
  const userId = demoIdOf('user', username)
  const { refreshPages } = shop.app
  const deps = { db, payments: shop.payments, publicUrl: shop.publicUrl, refreshPages }
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const known = await findAccount(shop, userId)
  if (known?.ready) return
  await finishOnboarding(await openPaymentSetup(deps, { id: userId, email }))
  const account = await findAccount(shop, userId)
  if (account) await refreshAccount(deps, account.provider_account_id)
}

function findAccount({ database: { db } }: Shop, userId: string) {
  return db
    .selectFrom('payout_accounts')
    .select(['provider_account_id', 'ready'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}
