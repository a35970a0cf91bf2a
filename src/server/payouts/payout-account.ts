// An artist's account at the card provider: opened once; its status is fetched again whenever it is needed.

import type { PaymentSetup } from '#contracts/payouts.ts'
import type { RefusalCode } from '#rules/refusal.ts'
import type { Db } from '#server/db/client.ts'
import { publish } from '#server/events/site-events.ts'
import type { Payments, PayoutReadiness } from '#server/gateways/payments/payments.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { withProviderErrors } from '#server/orders/provider-errors.ts'

export type PayoutDeps = {
  db: Db
  payments: Payments
  publicUrl: string
}
type Artist = { id: string; email: string }

/** The operator has to fix the first three; the log explains how. */
const knownRefusals: Record<string, RefusalCode> = {
  accounts_v2_access_blocked: 'payment_setup_not_open',
  connect_profile_not_submitted: 'payment_setup_not_open',
  account_creation_liability_unacknowledged: 'payment_setup_not_open',
  email_invalid: 'payment_setup_email',
}

/** @throws Refusal payment_setup_unavailable */
export async function findPaymentSetup(deps: PayoutDeps, artistId: string): Promise<PaymentSetup> {
  const account = await findAccount(deps.db, artistId)
  if (!account) return { state: 'not_started', todo: [] }
  const { ready, todo } = await refreshAccount(deps, account.provider_account_id)
  return { state: ready ? 'ready' : 'incomplete', todo }
}

/**
 * The provider's link works once and for a short time, so every click gets a new one.
 * @throws Refusal payment_setup_unavailable, payment_setup_not_open, payment_setup_email
 */
export async function openPaymentSetup(deps: PayoutDeps, artist: Artist): Promise<string> {
  const accountId = await ensureAccount(deps, artist)
  return withProviderErrors(
    () =>
      deps.payments.openOnboarding(accountId, {
        returnUrl: `${deps.publicUrl}/artist-dashboard?setup=returned`,
        refreshUrl: `${deps.publicUrl}/artist-dashboard?setup=expired`,
      }),
    'payment_setup_unavailable',
  )
}

/** Neither the return from the provider's pages nor an event is proof, so the account itself is fetched. */
export async function refreshAccount(
  { db, payments }: PayoutDeps,
  providerAccountId: string,
): Promise<{ ready: boolean; todo: string[] }> {
  const readiness = await withProviderErrors(
    () => payments.findReadiness(providerAccountId),
    'payment_setup_unavailable',
    knownRefusals,
  )
  await recordReadiness(db, providerAccountId, readiness)
  return readiness
}

async function recordReadiness(
  db: Db,
  providerAccountId: string,
  { ready, todo }: PayoutReadiness,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const former = await tx
      .selectFrom('payout_accounts')
      .select(['user_id', 'ready'])
      .where('provider_account_id', '=', providerAccountId)
      .forUpdate()
      .executeTakeFirst()
    if (!former) return
    await tx
      .updateTable('payout_accounts')
      .set({ ready, todo: JSON.stringify(todo), checked_at: new Date() })
      .where('user_id', '=', former.user_id)
      .execute()
    if (ready) await queueHeldPayouts(tx, former.user_id)
    // The Buy buttons of the artist's tracks appear or disappear.
    if (former.ready !== ready)
      await publish(tx, { name: 'artistChanged', artistId: former.user_id })
  })
}

/** An event may name an account of another app on the same provider account. */
export async function isOwnAccount(db: Db, providerAccountId: string): Promise<boolean> {
  const own = await db
    .selectFrom('payout_accounts')
    .select('user_id')
    .where('provider_account_id', '=', providerAccountId)
    .executeTakeFirst()
  return own !== undefined
}

function findAccount(db: Db, artistId: string) {
  return db
    .selectFrom('payout_accounts')
    .select('provider_account_id')
    .where('user_id', '=', artistId)
    .executeTakeFirst()
}

/** The provider returns the same account for the same idempotency key, so two clicks open one. */
async function ensureAccount({ db, payments }: PayoutDeps, artist: Artist): Promise<string> {
  const known = await findAccount(db, artist.id)
  if (known) return known.provider_account_id
  const opened = await withProviderErrors(
    () => payments.openPayoutAccount({ userId: artist.id, email: artist.email }),
    'payment_setup_unavailable',
    knownRefusals,
  )
  await db
    .insertInto('payout_accounts')
    .values({ user_id: artist.id, provider_account_id: opened })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
  return (await findAccount(db, artist.id))?.provider_account_id ?? opened
}

/** Queues payouts that waited for the account and those that failed; the retry delays start again. */
async function queueHeldPayouts(tx: Db, artistId: string): Promise<void> {
  const held = await tx
    .updateTable('payouts')
    .set({ status: 'waiting', tries: 0, refusals: 0, due_at: new Date() })
    .where('artist_id', '=', artistId)
    .where('status', 'in', ['blocked', 'stuck'])
    .returning('id')
    .execute()
  for (const { id } of held) {
    await addJob(tx, 'send_payout', { payoutId: id }, { key: `send_payout:${id}` })
  }
}
