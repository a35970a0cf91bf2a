// For each place that stores something of a user it is decided what the deletion of the account does there, and which file of
// an export has it: a new table, column or folder fails here until that is decided.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { storageFolders, type StorageFolder } from '#server/gateways/storage/storage.ts'
import {
  listStoredFiles,
  createFixture,
  remove,
  sendArtistFiles,
  unpack,
  wherever,
} from '../../../tests/support/accounts/own-data.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp()

type Deletion = 'deleted' | 'without author' | 'kept'
/** A file of an export; null for what others own, for secrets, and for what is made of other columns. */
type Export = string | null

const decidedColumns: Record<string, [Deletion, Export] | 'no user'> = {
  'account_searches.user_id': ['deleted', null],
  'admin_actions.admin_id': ['kept', null],
  'admin_actions.subject_id': ['kept', null],
  'artist_examples.artist_id': ['deleted', 'examples.json'],
  'artist_months.artist_id': ['kept', null],
  'artist_offers.artist_id': ['deleted', 'offers.json'],
  'artists.artist_id': ['deleted', 'profile.json'],
  'bank_payouts.artist_id': ['kept', 'bank-payouts.json'],
  'cart_items.customer_id': ['deleted', 'cart.json'],
  'comments.user_id': ['without author', 'comments.json'],
  'commission_attachments.commission_id': 'no user',
  'commission_disputes.resolved_by': ['kept', null],
  'commission_notes.request_key': 'no user',
  'commission_messages.author_id': ['kept', 'commission-messages.json'],
  'commission_messages.request_key': 'no user',
  'commission_reads.user_id': ['deleted', null],
  'commission_steps.actor_id': ['kept', 'commission-steps.json'],
  'commissions.artist_id': ['kept', 'commissions.json'],
  'commissions.customer_id': ['kept', 'commissions.json'],
  'commissions.request_key': 'no user',
  'contact_messages.user_id': ['deleted', 'contact-messages.json'],
  'credentials.user_id': ['deleted', null],
  'downloads.user_id': ['kept', 'owned-tracks.json'],
  'email_links.user_id': ['deleted', null],
  'entitlements.user_id': ['kept', 'owned-tracks.json'],
  // By an admin.
  'evidence_files.added_by': ['kept', null],
  'flags.author_id': ['without author', 'flag-answers.json'],
  'flags.profile_id': ['deleted', null],
  'flags.reporter_id': ['without author', 'flags.json'],
  'flags.reviewer_id': ['without author', null],
  // Of a profile.
  'flags.subject_id': ['deleted', null],
  'follows.artist_id': ['deleted', null],
  'follows.follower_id': ['deleted', 'following.json'],
  'ledger_entries.artist_id': ['kept', 'sales.json'],
  'licence_documents.artist_id': ['kept', 'licence-documents.json'],
  'listed_tracks.artist_id': ['deleted', null],
  'listed_tracks.song': 'no user',
  'listed_tracks.title': 'no user',
  'notification_choices.user_id': ['deleted', 'notification-choices.json'],
  'notifications.actor_id': ['without author', null],
  'notifications.user_id': ['deleted', 'notifications.json'],
  'order_lines.artist_id': ['kept', 'sales.json'],
  'orders.customer_id': ['kept', 'orders.json'],
  'payment_accounts.user_id': ['kept', 'payment-account.json'],
  'payments.customer_id': ['kept', 'orders.json'],
  'payments.subject_id': 'no user',
  'platform_payouts.ordered_by': ['kept', null],
  'platform_report_copies.artist_id': ['kept', 'tax-reports.json'],
  'platform_report_quarters.artist_id': ['kept', null],
  'platform_report_years.artist_id': ['kept', null],
  'ratings.user_id': ['kept', 'ratings.json'],
  'receipts.customer_id': ['kept', 'receipts.json'],
  'refund_requests.customer_id': ['kept', 'refund-requests.json'],
  'renditions.bought_by': ['kept', null],
  'renditions.recording_id': 'no user',
  'renditions.requested_by': ['kept', null],
  'reversals.artist_id': ['kept', 'reversals.json'],
  'reversals.cause_id': 'no user',
  'reviews.artist_id': ['deleted', 'review-answers.json'],
  'reviews.author_id': ['without author', 'reviews.json'],
  'sale_sums.artist_id': ['kept', null],
  'sales.artist_id': ['kept', 'sales.json'],
  'sessions.user_id': ['deleted', 'sessions.json'],
  'statement_lines.artist_id': ['kept', 'statement-lines.json'],
  'statements.artist_id': ['kept', 'statements.json'],
  'task_owners.owner_id': ['kept', null],
  'tracks.artist_id': ['kept', 'tracks.json'],
  'transfer_holds.artist_id': ['kept', 'payment-account.json'],
  'transfers.artist_id': ['kept', 'transfers.json'],
  'two_factors.user_id': ['deleted', null],
  'uploads.artist_id': ['kept', 'uploads.json'],
  'uploads.receiver': 'no user',
  'uploads.wanted_by': 'no user',
  'vat_invoices.artist_id': ['kept', 'vat-invoices.json'],
  'vat_payments.recorded_by': ['kept', null],
  // Written by the deletion, until the last invoice is made.
  'vat_recipients.artist_id': ['kept', null],
  'zip_downloads.download_id': 'no user',
  'zip_downloads.user_id': ['deleted', null],
}

/** The folder in an export; null for what is made of other files. */
const decidedFolders: Record<StorageFolder, [Deletion, Export]> = {
  // An upload that arrives prevents the deletion.
  arriving: ['deleted', null],
  originals: ['kept', 'recordings'],
  previews: ['kept', null],
  renditions: ['kept', null],
  // Without those that no track refers to.
  licences: ['kept', 'licence-documents'],
  examples: ['deleted', 'examples'],
  avatars: ['deleted', 'avatars'],
  // The other party has them, too.
  attachments: ['kept', 'attachments'],
  // What was sent to a bank about a payment, until some time after its decision.
  evidence: ['kept', null],
}

const tableOf = (column: string) => column.split('.')[0] ?? ''

test('for every column that can name a user it is decided what a deletion does, and it does it', async () => {
  const fixture = await createFixture(await emptyApp())
  const { app, mia, rosa } = fixture
  await app.work()
  await sendArtistFiles(app, rosa)
  await app.db.insertInto('account_searches').values({ user_id: rosa.id, key_number: 1 }).execute()
  // Those of uuids but a row's own, and those that refer to the row of something else.
  const { rows } = await sql<{ column: string }>`
    select format('%s.%s', attrelid::regclass, attname) as column
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
      and atttypid in ('uuid'::regtype, 'uuid[]'::regtype) and not attisdropped and attname <> 'id'
      and not exists (
        select from pg_constraint join pg_attribute as target on target.attrelid = confrelid and target.attnum = confkey[1]
        where contype = 'f' and conrelid = pg_attribute.attrelid and conkey[1] = pg_attribute.attnum
          and confrelid <> 'users'::regclass and target.attname = 'id'
      )
    order by 1`.execute(app.db)
  expect(rows.map(({ column }) => column)).toEqual(Object.keys(decidedColumns).toSorted())

  const entries = Object.entries(decidedColumns).filter(([, decision]) => decision !== 'no user')
  for (const user of [mia, rosa]) {
    expect((await remove(app, user)).statusCode).toBe(200)
    const left: string[] = []
    for (const [name, [deletion]] of entries) {
      if (deletion === 'kept') continue
      const found = await sql`
        select from ${sql.table(tableOf(name))} where ${sql.ref(name)} = ${user.id} limit 1
      `.execute(app.db)
      if (found.rows.length > 0) left.push(name)
    }
    expect(left).toEqual([])
  }
  // Also as a part of a text: the farewell is deleted once it is sent.
  await app.work()
  await sql`select graphile_worker.add_job('tidy_accounts')`.execute(app.db)
  await app.work()
  const tables = [...(await wherever(app, mia.id)), ...(await wherever(app, rosa.id))]
  const kept = entries.filter(([, [deletion]]) => deletion === 'kept')
  const mayStay = new Set(['users', ...kept.map(([name]) => tableOf(name))])
  expect(tables.filter((table) => !mayStay.has(table))).toEqual([])
})

test('every decided file is in an export, and every folder of a user’s files', async () => {
  const fixture = await createFixture(await emptyApp())
  const { app, rosa } = fixture
  const sent = await sendArtistFiles(app, rosa)
  const zip = await unpack((await app.call('GET /api/account/export', { as: rosa })).rawPayload)
  const files = Object.values(decidedColumns).map((decision) => decision[1])
  const decided = files.filter((file) => file !== null && file.endsWith('.json'))
  expect(Object.keys(zip.json)).toEqual(expect.arrayContaining(decided))

  expect(Object.keys(decidedFolders).toSorted()).toEqual(storageFolders.toSorted())
  const folders = Object.values(decidedFolders).flatMap(([, folder]) => folder ?? [])
  expect(new Set(Object.keys(zip.files).map((name) => name.split('/')[0]))).toEqual(
    new Set(folders),
  )
  expect(Object.keys(zip.files)).toHaveLength(sent.exported)
  expect(zip.json['payment-account.json']).toMatchObject([{ payouts_enabled: true }])
  expect(zip.json['profile.json']).toMatchObject([{ about: 'Strings and rain', delivery_days: 7 }])
  expect(zip.json['examples.json']).toHaveLength(2)
  expect(zip.json['notification-choices.json']).toEqual([{ kind: 'sale', emails: false }])
  for (const [name, bytes] of Object.entries(zip.files))
    expect([name, bytes.length > 0]).toEqual([name, true])
})

test('a deletion removes the files that it is decided for', async () => {
  const fixture = await createFixture(await emptyApp())
  const { app, rosa } = fixture
  await app.work()
  const { kept } = await sendArtistFiles(app, rosa)
  expect((await remove(app, rosa)).statusCode).toBe(200)
  expect(await listStoredFiles(app)).toEqual(kept.toSorted())
  for (const folder of storageFolders) {
    const isLeft = kept.some((key) => key.startsWith(`${folder}/`))
    expect([folder, isLeft]).toEqual([folder, decidedFolders[folder][0] === 'kept'])
  }
})
