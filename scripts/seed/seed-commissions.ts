// The demo singer's commissions, through the same commands as on the site, at moments of the last weeks.

import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { demoAccounts } from '../../demo/catalogue/accounts.ts'
import { demoCommissions } from '../../demo/catalogue/commissions.ts'
import type { DemoCommission, DemoStep } from '../../demo/catalogue/tracks/demo-track.ts'
import { maxPlaces } from '../../src/rules/commissions/commission-limits.ts'
import { commissionSpans } from '../../src/rules/commissions/commission-spans.ts'
import { noVatSettings } from '../../src/rules/vat/vat-terms.ts'
import { Refusal } from '../../src/rules/errors/refusal.ts'
import { changeProfile } from '../../src/server/artists/profile-commands.ts'
import type { Db } from '../../src/server/db/client.ts'
import { noFailpoints } from '../../src/server/clock-and-failpoints/failpoints.ts'
import { withWorkFolder } from '../../src/server/gateways/storage/work-folders.ts'
import type { OpenApp } from '../../src/server/main.ts'
import { refreshAccount } from '../../src/server/payments/accounts/payment-accounts.ts'
import { paymentSubjects } from '../../src/server/subjects.ts'
import { act } from './commission-acts.ts'
import { demoIdOf } from './demo-id.ts'
import type { DemoSite } from './demo-site.ts'
import { inOneTransaction } from './one-transaction.ts'
import { recordDeliveries, type Record, type Recordings } from './record-deliveries.ts'

export type CommissionSite = DemoSite &
  Pick<OpenApp, 'audio' | 'clock' | 'sandbox' | 'storage'> & {
    log: FastifyBaseLogger
    signal: AbortSignal
  }

const hourMs = 60 * 60_000
/** What happened before is read. */
const unreadDays = 2

/** After the tracks of the first page. Each commission once: after an interruption the rest follows. */
export async function seedCommissions(site: CommissionSite, record: Record): Promise<void> {
  await makeRoom(site)
  for (const commission of demoCommissions) {
    const { slug, steps } = commission
    await playOnce(site, { commission, steps, fact: `demo-commission:${slug}` }, record)
  }
}

/** After all tracks: nobody sells those of an artist who cannot be paid. */
export async function seedRestrictedArtists(site: CommissionSite, record: Record): Promise<void> {
  for (const commission of demoCommissions) {
    const { slug, afterRestriction: steps } = commission
    const fact = `demo-commission:${slug}:restricted`
    if (!steps || (await isKnown(site.database.db, fact))) continue
    await restrictAccount(site, demoIdOf('user', commission.artist))
    await playOnce(site, { commission, steps, fact }, record)
  }
}

/** The demo's artist works on more than an artist usually does. */
async function makeRoom({ database: { db } }: CommissionSite): Promise<void> {
  const fact = 'demo-commission-places'
  if (await isKnown(db, fact)) return
  const artistId = demoIdOf('user', demoAccounts.artist.username)
  await inOneTransaction(db, async (tx) => {
    await changeProfile(tx, { artistId, changes: { commissionPlaces: maxPlaces } })
    await note(tx, fact)
  })
}

type Part = { commission: DemoCommission; steps: readonly DemoStep[]; fact: string }

/**
 * In one transaction: the app runs meanwhile, and whatever it does when a deadline has passed, a payment has arrived or a
 * delivery waits, it would do at the time of now, to a commission of last week.
 */
async function playOnce(site: CommissionSite, part: Part, record: Record): Promise<void> {
  const { db } = site.database
  site.signal.throwIfAborted()
  if (await isKnown(db, part.fact)) return
  try {
    await withWorkFolder(async (folder) => {
      const recordings = await recordDeliveries({ ...site, record, folder }, part.steps)
      await inOneTransaction(db, (tx) => play(tx, site, { ...part, recordings }))
    })
  } catch (error) {
    // Somebody may have acted on it meanwhile, or an artist may take no more: the others follow nevertheless.
    if (!(error instanceof Refusal)) throw error
  }
}

async function play(
  tx: Db,
  site: CommissionSite,
  { commission, steps, fact, recordings }: Part & { recordings: Recordings },
): Promise<void> {
  const customerId = demoIdOf('user', demoAccounts.singer.username)
  const artistId = demoIdOf('user', commission.artist)
  // The commands lock them one after the other, and others could come between.
  for (const id of [customerId, artistId].toSorted())
    await sql`select from users where id = ${id} for no key update`.execute(tx)
  const now = site.clock.now()
  for (const step of steps) {
    const moment = momentOf(step, now)
    await act(depsAt(tx, site, { moment, recordings }), { commission, customerId, artistId }, step)
    await dateNotifications(tx, { moment, isRead: step.daysAgo > unreadDays })
  }
  await note(tx, fact)
}

function momentOf({ daysAgo, time }: DemoStep, now: Date): Date {
  const moment = new Date(now)
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  moment.setUTCDate(now.getUTCDate() - daysAgo)
  moment.setUTCHours(hour, minute)
  return moment
}

function depsAt(
  db: Db,
  { payments, clock: { now }, ...site }: CommissionSite,
  { moment, recordings }: { moment: Date; recordings: Recordings },
) {
  const [clock, spans] = [{ now: () => moment }, commissionSpans]
  return {
    ...site,
    db,
    failpoints: noFailpoints,
    clock,
    spans,
    recordings,
    subjects: paymentSubjects({ publicUrl: site.publicUrl, clock, spans, vat: noVatSettings }),
    // The provider's clock does not go back: its checkout is of today.
    payments: {
      ...payments,
      openCheckout: (checkout: Parameters<typeof payments.openCheckout>[0]) =>
        payments.openCheckout({ ...checkout, expiresAt: new Date(now().getTime() + hourMs) }),
    },
  }
}

/** Those of this transaction, whose time they have; and nobody is sent an email about last week. */
async function dateNotifications(
  tx: Db,
  { moment, isRead }: { moment: Date; isRead: boolean },
): Promise<void> {
  await tx
    .updateTable('notifications')
    .set({ created_at: moment, emailed_at: moment, read_at: isRead ? moment : null })
    .where('created_at', '=', sql<Date>`now()`)
    .execute()
}

/** As the provider does when a bank has returned what it sent there. */
async function restrictAccount(site: CommissionSite, artistId: string): Promise<void> {
  const { database, sandbox, payments, clock } = site
  const { provider_account_id: account } = await database.db
    .selectFrom('payment_accounts')
    .select('provider_account_id')
    .where('user_id', '=', artistId)
    .executeTakeFirstOrThrow()
  if (sandbox === null) throw new Error('The demo needs the test card provider.')
  const response = await fetch(`${sandbox.url}/_control/requirements`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandbox.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ account, missing: ['bank'] }),
  })
  if (!response.ok) throw new Error(`The account was not restricted: ${response.status}`)
  await refreshAccount({ db: database.db, payments, clock }, account)
}

async function isKnown(db: Db, fact: string): Promise<boolean> {
  const known = await db
    .selectFrom('site_facts')
    .select('name')
    .where('name', '=', fact)
    .executeTakeFirst()
  return known !== undefined
}

async function note(tx: Db, fact: string): Promise<void> {
  await tx.insertInto('site_facts').values({ name: fact, value: 'yes' }).execute()
}
