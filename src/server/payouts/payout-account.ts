// An artist's account at the card provider: opened once, asked afresh whenever it matters.

import type { PaymentSetup } from '#contracts/payouts.ts'
import { Refusal } from '#rules/refusal.ts'
import type { Db } from '#server/db/client.ts'
import {
  PaymentRefused,
  PaymentUnknown,
  type Payments,
} from '#server/gateways/payments/payments.ts'
import { addJob } from '#server/jobs/add-job.ts'

type Deps = { db: Db; payments: Payments; publicUrl: string }
type Artist = { id: string; email: string }

/** @throws Refusal payment_setup_unavailable */
export async function findPaymentSetup(deps: Deps, artistId: string): Promise<PaymentSetup> {
  const account = await findAccount(deps.db, artistId)
  if (!account) return { state: 'not_started', todo: [] }
  const { ready, todo } = await refreshAccount(deps, account.provider_account_id)
  return { state: ready ? 'ready' : 'incomplete', todo }
}

/** A link is good once and briefly: a new one for every click. @throws Refusal payment_setup_unavailable */
export async function openPaymentSetup(deps: Deps, artist: Artist): Promise<string> {
  const accountId = await ensureAccount(deps, artist)
  return reaching(() =>
    deps.payments.openOnboarding(accountId, {
      returnUrl: `${deps.publicUrl}/artist-dashboard?setup=returned`,
      refreshUrl: `${deps.publicUrl}/artist-dashboard?setup=expired`,
    }),
  )
}

/** Coming back from the provider proves nothing, and neither does an event: the account itself is asked. */
export async function refreshAccount(
  { db, payments }: Pick<Deps, 'db' | 'payments'>,
  providerAccountId: string,
): Promise<{ ready: boolean; todo: string[] }> {
  const readiness = await reaching(() => payments.findReadiness(providerAccountId))
  await db.transaction().execute(async (tx) => {
    const account = await tx
      .updateTable('payout_accounts')
      .set({
        ready: readiness.ready,
        todo: JSON.stringify(readiness.todo),
        checked_at: new Date(),
      })
      .where('provider_account_id', '=', providerAccountId)
      .returning('user_id')
      .executeTakeFirst()
    if (account && readiness.ready) await wakeHeldPayouts(tx, account.user_id)
  })
  return readiness
}

function findAccount(db: Db, artistId: string) {
  return db
    .selectFrom('payout_accounts')
    .select('provider_account_id')
    .where('user_id', '=', artistId)
    .executeTakeFirst()
}

/** The provider answers the same account to the same key, so two clicks make one. */
async function ensureAccount({ db, payments }: Deps, artist: Artist): Promise<string> {
  const known = await findAccount(db, artist.id)
  if (known) return known.provider_account_id
  const opened = await reaching(() =>
    payments.openPayoutAccount({ userId: artist.id, email: artist.email }),
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

async function reaching<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof PaymentRefused || error instanceof PaymentUnknown) {
      throw new Refusal('payment_setup_unavailable', { cause: error })
    }
    throw error
  }
}
