// What the demo's users have done lately: purchases, flags and messages, through the same code as on the site.

import { demoAccounts } from '../../demo/catalogue/accounts.ts'
import { demoFlags, demoMessages, demoPurchases } from '../../demo/catalogue/community.ts'
import type { DemoFlag, DemoMessage, DemoPurchase } from '../../demo/catalogue/tracks/demo-track.ts'
import { demoListeners } from '../../demo/catalogue/listeners.ts'
import { commissionSpans } from '../../src/rules/commissions/commission-spans.ts'
import { noVatSettings } from '../../src/rules/vat/vat-terms.ts'
import { Refusal } from '../../src/rules/errors/refusal.ts'
import { systemClock } from '../../src/server/clock-and-failpoints/clock.ts'
import { storeContactMessage } from '../../src/server/contact/contact-commands.ts'
import type { Db } from '../../src/server/db/client.ts'
import { noFailpoints } from '../../src/server/clock-and-failpoints/failpoints.ts'
import { storeFlag } from '../../src/server/moderation/flag-commands.ts'
import { decideFlag } from '../../src/server/moderation/flag-decisions.ts'
import { openCartCheckout } from '../../src/server/orders/checkout-commands.ts'
import { paymentSubjects } from '../../src/server/subjects.ts'
import { daysAgo } from './days-ago.ts'
import { demoIdOf } from './demo-id.ts'
import type { DemoSite } from './demo-site.ts'
import { payCheckout } from './pay-checkout.ts'

const marker = 'demo-community'

/** Once, and after the tracks of the first page. After an interruption it does what is missing. */
export async function seedCommunity(site: DemoSite): Promise<void> {
  const { db } = site.database
  const done = await db
    .selectFrom('site_facts')
    .select('name')
    .where('name', '=', marker)
    .executeTakeFirst()
  if (done) return
  for (const flag of demoFlags) await unlessRefused(fileFlag(db, flag))
  for (const message of demoMessages) await unlessRefused(sendMessage(site, message))
  for (const purchase of demoPurchases) await unlessRefused(buy(site, purchase))
  await db.insertInto('site_facts').values({ name: marker, value: 'yes' }).execute()
}

/** A track that its artist has withdrawn meanwhile cannot be flagged or bought: the rest follows nevertheless. */
async function unlessRefused(step: Promise<void>): Promise<void> {
  try {
    await step
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

async function fileFlag(db: Db, { track, reporter, type, reason, ageDays, review }: DemoFlag) {
  const [trackId, reporterId] = [demoIdOf('track', track), demoIdOf('user', reporter)]
  const stored = await db
    .selectFrom('flags')
    .select(['id', 'status'])
    .where('track_id', '=', trackId)
    .where('reporter_id', '=', reporterId)
    .executeTakeFirst()
  const { id, status } =
    stored ?? (await storeFlag(db, { kind: 'track', subjectId: trackId, reporterId, type, reason }))
  if (review && status === 'new') {
    const adminId = demoIdOf('user', demoAccounts.admin.username)
    await decideFlag(db, { id, adminId, step: 'review', note: review.note })
  }
  await db
    .updateTable('flags')
    .set({ created_at: daysAgo(ageDays) })
    .where('id', '=', id)
    .execute()
}

async function sendMessage({ database: { db }, publicUrl }: DemoSite, message: DemoMessage) {
  const { name, sender, subject, message: text, ageDays } = message
  const email = sender === null ? message.email : emailOf(sender)
  const stored = await db
    .selectFrom('contact_messages')
    .select('id')
    .where('email', '=', email)
    .where('message', '=', text)
    .executeTakeFirst()
  if (stored) return
  const id = await storeContactMessage(
    // The operator has no use for an email about it.
    { db, publicUrl, contactEmail: null },
    {
      name,
      email,
      subject,
      message: text,
      userId: sender === null ? null : demoIdOf('user', sender),
      address: '127.0.0.1',
    },
  )
  const sentAt = daysAgo(ageDays)
  await db.updateTable('contact_messages').set({ sent_at: sentAt }).where('id', '=', id).execute()
}

function emailOf(listener: string): string {
  const found = demoListeners.find(({ username }) => username === listener)
  if (!found) throw new Error(`${listener} is missing in listeners.ts.`)
  return found.email
}

async function buy({ database: { db }, payments, publicUrl }: DemoSite, purchase: DemoPurchase) {
  const customerId = demoIdOf('user', purchase.customer)
  const owned = await db
    .selectFrom('entitlements')
    .select('track_id')
    .where('user_id', '=', customerId)
    .execute()
  const ownedIds = new Set(owned.map(({ track_id: id }) => id))
  const trackIds = purchase.tracks.map((slug) => demoIdOf('track', slug))
  const items = trackIds.filter((id) => !ownedIds.has(id)).map((trackId) => ({ trackId }))
  if (items.length === 0) return
  const site = { publicUrl, clock: systemClock, spans: commissionSpans, vat: noVatSettings }
  const subjects = paymentSubjects(site)
  const deps = { db, payments, subjects, clock: systemClock, failpoints: noFailpoints }
  await payCheckout(deps, await openCartCheckout(deps, { customerId, items }))
}
