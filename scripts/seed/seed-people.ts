// Creates the demo's users: singers, listeners, an admin, and artists, whose payment set-up is completed at the test card provider.

import { hashPassword } from 'better-auth/crypto'
import { demoAccounts, demoPassword } from '../../demo/catalogue/accounts.ts'
import { receptionOf } from '../../demo/catalogue/artist-reception.ts'
import { demoArtists } from '../../demo/catalogue/artists.ts'
import { demoListeners } from '../../demo/catalogue/listeners.ts'
import { finishOnboarding } from '../../sandbox/pay-as-customer.ts'
import { notificationDays } from '../../src/rules/notifications/notification-kinds.ts'
import { usernameKey } from '../../src/rules/username.ts'
import { storeArtists } from '../../src/server/accounts/artist-row.ts'
import { systemClock } from '../../src/server/clock-and-failpoints/clock.ts'
import { refreshArtists } from '../../src/server/counters/artist-counters.ts'
import {
  openPaymentSetup,
  refreshAccount,
} from '../../src/server/payments/accounts/payment-accounts.ts'
import { daysAgo } from './days-ago.ts'
import { demoIdOf } from './demo-id.ts'
import type { DemoSite } from './demo-site.ts'
import { seedOffers, seedProfile } from './seed-profiles.ts'

type DemoUser = {
  username: string
  display_name?: string
  display_name_key?: string
  email: string
  role: 'customer' | 'artist' | 'admin'
  created_at: Date
}

export function describeDemo(log: (line: string) => void): void {
  log('Demo accounts (password "' + demoPassword + '"):')
  for (const { email } of Object.values(demoAccounts)) log(`  ${email}`)
}

export async function seedUsers(instance: DemoSite): Promise<void> {
  const password = await hashPassword(demoPassword)
  for (const user of allUsers()) await seedUser(instance, user, password)
  await seedFollows(instance)
  for (const artist of demoArtists) {
    await finishPaymentSetup(instance, artist.username)
    await seedProfile(instance, artist)
    await seedOffers(instance, artist)
  }
}

function allUsers(): DemoUser[] {
  return [
    ...demoArtists.map(({ username, displayName, email }) => ({
      username,
      display_name: displayName,
      display_name_key: usernameKey(displayName),
      email,
      role: 'artist' as const,
      created_at: daysAgo(receptionOf(username).joinedDaysAgo),
    })),
    ...[...demoListeners, demoAccounts.singer].map(({ username, email, joinedDaysAgo }) => ({
      username,
      email,
      role: 'customer' as const,
      created_at: daysAgo(joinedDaysAgo),
    })),
    {
      username: demoAccounts.admin.username,
      email: demoAccounts.admin.email,
      role: 'admin',
      created_at: daysAgo(demoAccounts.admin.joinedDaysAgo),
    },
  ]
}

async function seedUser(
  { database: { db } }: DemoSite,
  user: DemoUser,
  password: string,
): Promise<void> {
  const id = demoIdOf('user', user.username)
  await db.transaction().execute(async (tx) => {
    const added = await tx
      .insertInto('users')
      .values({
        id,
        ...user,
        username_key: usernameKey(user.username),
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
    await storeArtists(tx, [id])
  })
}

/** They have followed these artists for so long that their tracks of the last months were announced to them. */
async function seedFollows({ database: { db } }: DemoSite): Promise<void> {
  const { singer, admin } = demoAccounts
  const followed = [
    { follower: singer.username, artists: demoArtists.slice(0, 4) },
    { follower: admin.username, artists: demoArtists.slice(-3) },
  ]
  const followedAt = daysAgo(notificationDays)
  const follows = followed.flatMap(({ follower, artists }) =>
    artists.map(({ username }) => ({
      follower_id: demoIdOf('user', follower),
      artist_id: demoIdOf('user', username),
      followed_at: followedAt,
    })),
  )
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('follows')
      .values(follows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await refreshArtists(
      tx,
      'followers',
      follows.map(({ artist_id: artistId }) => artistId),
    )
  })
}

async function finishPaymentSetup(instance: DemoSite, username: string): Promise<void> {
  const { db } = instance.database
  const userId = demoIdOf('user', username)
  const { payments, publicUrl } = instance
  const deps = { db, payments, publicUrl, clock: systemClock }
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const existing = await findAccount(instance, userId)
  if (existing?.payouts_enabled) return
  await finishOnboarding(await openPaymentSetup(deps, { id: userId, email }))
  const account = await findAccount(instance, userId)
  if (account) await refreshAccount(deps, account.provider_account_id)
}

function findAccount({ database: { db } }: DemoSite, userId: string) {
  return db
    .selectFrom('payment_accounts')
    .select(['provider_account_id', 'payouts_enabled'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}
