// An artist's account at the card provider: opened once, asked afresh whenever it matters.

import type { PaymentSetup } from '#contracts/payouts.ts'
import type { RefusalCode } from '#rules/refusal.ts'
import type { Db } from '#server/db/client.ts'
import type { Payments, PayoutReadiness } from '#server/gateways/payments/payments.ts'
import type { RefreshPages } from '#server/pages/stale-pages.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { withProviderErrors } from '#server/orders/provider-errors.ts'
import { findOwnTracks } from '#server/tracks/track-queries.ts'

export type PayoutDeps = {
  db: Db
  payments: Payments
  publicUrl: string
  refreshPages: RefreshPages
}
type Artist = { id: string; email: string }

/** The first three are the operator's to mend; the log says how. */
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
 * A link is good once and briefly: a new one for every click.
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

/** Coming back from the provider proves nothing, and neither does an event: the account itself is asked. */
export async function refreshAccount(
  { db, payments, refreshPages }: PayoutDeps,
  providerAccountId: string,
): Promise<{ ready: boolean; todo: string[] }> {
  const readiness = await withProviderErrors(
    () => payments.findReadiness(providerAccountId),
    'payment_setup_unavailable',
    knownRefusals,
  )
  const turned = await recordReadiness(db, providerAccountId, readiness)
  // Their buttons to buy come or go.
  if (turned) await refreshPages(await pagesOfArtist(db, turned.artistId))
  return readiness
}

/** Answers whose readiness is another one than before. */
async function recordReadiness(
  db: Db,
  providerAccountId: string,
  { ready, todo }: PayoutReadiness,
): Promise<{ artistId: string } | null> {
  return db.transaction().execute(async (tx) => {
    const former = await tx
      .selectFrom('payout_accounts')
      .select(['user_id', 'ready'])
      .where('provider_account_id', '=', providerAccountId)
      .forUpdate()
      .executeTakeFirst()
    if (!former) return null
    await tx
      .updateTable('payout_accounts')
      .set({ ready, todo: JSON.stringify(todo), checked_at: new Date() })
      .where('user_id', '=', former.user_id)
      .execute()
    if (ready) await wakeHeldPayouts(tx, former.user_id)
    return former.ready === ready ? null : { artistId: former.user_id }
  })
}

async function pagesOfArtist(db: Db, artistId: string): Promise<string[]> {
  const tracks = await findOwnTracks(db, artistId)
  return tracks.length === 0 ? [] : ['/', '/tracks', ...tracks.map(({ id }) => `/tracks/${id}`)]
}

/** An event may name an account of another shop on the same provider account: that one is not ours. */
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

/** The provider answers the same account to the same key, so two clicks make one. */
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

/** Those that waited for the account, and those that were given up: each begins its pauses anew. */
async function wakeHeldPayouts(tx: Db, artistId: string): Promise<void> {
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
