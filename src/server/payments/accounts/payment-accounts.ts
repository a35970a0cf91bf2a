// An artist's account at the card provider: opened once; its status is fetched again whenever it is needed.

import { artistDashboardPath } from '#rules/artists/dashboard-paths.ts'
import { transferProcess } from '#rules/payments/payment-process.ts'
import type { PaymentSetup } from '#contracts/payments.ts'
import type { RefusalCode } from '#rules/errors/refusal.ts'
import type { Clock } from '#server/clock-and-failpoints/clock.ts'
import type { Db } from '#server/db/client.ts'
import { endCommissions } from '#server/artists/profile-commands.ts'
import { publish } from '#server/events/site-events.ts'
import type { Payments, AccountReadiness } from '#server/gateways/payments/payments.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { notify } from '#server/notifications/notify.ts'
import { forgetSearch, openOneAccount } from './account-opening.ts'
import { withProviderErrors } from '../provider-errors.ts'
import { queueAccountCheck, queueBlockedTransfers } from '../transfers.ts'

export type AccountDeps = {
  db: Db
  payments: Payments
  clock: Clock
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
export async function findPaymentSetup(deps: AccountDeps, artistId: string): Promise<PaymentSetup> {
  const account = await findAccount(deps.db, artistId)
  if (!account) return { state: 'not_started', isBankUnusable: false, todo: [] }
  const { payoutsEnabled, ...found } = await refreshAccount(deps, account.provider_account_id)
  return { state: payoutsEnabled ? 'ready' : 'incomplete', ...found }
}

/**
 * The provider's link works once and for a short time, so every click gets a new one.
 * @throws Refusal payment_setup_unavailable, payment_setup_not_open, payment_setup_email
 */
export async function openPaymentSetup(deps: AccountDeps, artist: Artist): Promise<string> {
  const accountId = await ensureAccount(deps, artist)
  return withProviderErrors(
    () =>
      deps.payments.openOnboarding(accountId, {
        returnUrl: deps.publicUrl + artistDashboardPath({ setup: 'returned' }),
        refreshUrl: deps.publicUrl + artistDashboardPath({ setup: 'expired' }),
      }),
    'payment_setup_unavailable',
  )
}

/** Neither the return from the provider's pages nor an event is proof, so the account itself is fetched. */
export async function refreshAccount(
  deps: Omit<AccountDeps, 'publicUrl'>,
  providerAccountId: string,
): Promise<AccountReadiness> {
  const askedAt = deps.clock.now()
  const readiness = await withProviderErrors(
    () => deps.payments.findReadiness(providerAccountId),
    'payment_setup_unavailable',
    knownRefusals,
  )
  await recordReadiness(deps, providerAccountId, { ...readiness, askedAt })
  return readiness
}

/** Two answers may arrive in the other order: the one to an earlier question never replaces the one to a later question. */
async function recordReadiness(
  { db, clock }: Pick<AccountDeps, 'db' | 'clock'>,
  providerAccountId: string,
  { payoutsEnabled, isBankUnusable, todo, askedAt }: AccountReadiness & { askedAt: Date },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const now = clock.now()
    const former = await tx
      .selectFrom('payment_accounts')
      .select(['user_id', 'payouts_enabled', 'checked_at'])
      .where('provider_account_id', '=', providerAccountId)
      .forUpdate()
      .executeTakeFirst()
    if (!former || isBetween(former.checked_at, askedAt, now)) return
    await tx
      .updateTable('payment_accounts')
      .set({
        payouts_enabled: payoutsEnabled,
        bank_unusable: isBankUnusable,
        todo: JSON.stringify(todo),
        checked_at: askedAt,
      })
      .where('user_id', '=', former.user_id)
      .execute()
    if (former.payouts_enabled === payoutsEnabled) return
    if (payoutsEnabled) {
      await queueBlockedTransfers(tx, former.user_id, now)
      await queueComparison(tx, providerAccountId)
    }
    // The Buy buttons of the artist's tracks appear or disappear.
    await publish(tx, { name: 'profileChanged', artistId: former.user_id })
    if (!payoutsEnabled) await stopSelling(tx, former.user_id, now)
  })
}

/** When its bank is paid is set at the provider: payouts/account-comparison.ts. */
async function queueComparison(tx: Db, providerAccountId: string): Promise<void> {
  const key = `compare_account:${providerAccountId}`
  await addJob(tx, 'compare_account', { providerAccountId }, { key })
}

/** Once a day, in case the event that an account can be paid, or cannot, was lost. */
export async function queueAccountChecks(db: Db): Promise<void> {
  const accounts = await db
    .selectFrom('payment_accounts')
    .innerJoin('transfers', 'transfers.artist_id', 'payment_accounts.user_id')
    .select('provider_account_id')
    .distinct()
    .where('transfers.status', 'in', transferProcess.steps.wake.from)
    .execute()
  for (const { provider_account_id: providerAccountId } of accounts) {
    await queueAccountCheck(db, providerAccountId)
  }
}

/** False for a time to come: the clock has been set back since. */
function isBetween(time: Date | null, start: Date, end: Date): boolean {
  return time !== null && time > start && time <= end
}

async function stopSelling(tx: Db, artistId: string, now: Date): Promise<void> {
  const isNoLongerAvailable = await endCommissions(tx, artistId)
  const event = { kind: 'payments_stopped', isNoLongerAvailable } as const
  await notify(tx, { ...event, to: artistId, key: `payments_stopped:${now.toISOString()}` })
}

/** An event may name an account of another app on the same provider account. */
export async function isOwnAccount(db: Db, providerAccountId: string): Promise<boolean> {
  const own = await db
    .selectFrom('payment_accounts')
    .select('user_id')
    .where('provider_account_id', '=', providerAccountId)
    .executeTakeFirst()
  return own !== undefined
}

function findAccount(db: Db, artistId: string) {
  return db
    .selectFrom('payment_accounts')
    .select('provider_account_id')
    .where('user_id', '=', artistId)
    .executeTakeFirst()
}

/** The account is opened once, however often it is asked for: see openOneAccount. */
async function ensureAccount(
  { db, payments, clock }: AccountDeps,
  artist: Artist,
): Promise<string> {
  const known = await findAccount(db, artist.id)
  if (known) return known.provider_account_id
  const opened = await withProviderErrors(
    () => openOneAccount({ db, payments }, artist),
    'payment_setup_unavailable',
    knownRefusals,
  )
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('payment_accounts')
      .values({
        user_id: artist.id,
        provider_account_id: opened,
        created_at: clock.now(),
      })
      .onConflict((conflict) => conflict.column('user_id').doNothing())
      .execute()
    await forgetSearch(tx, artist.id)
    await queueComparison(tx, opened)
  })
  return (await findAccount(db, artist.id))?.provider_account_id ?? opened
}
