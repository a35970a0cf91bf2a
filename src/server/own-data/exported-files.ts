// The JSON files of an export: everything that is stored about a user, each by one query.

import { sql, type SqlBool } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '#server/db/client.ts'
import * as artist from './exported-artist-data.ts'
import * as commission from './exported-commissions.ts'
import type { ExportedUser } from './exported-artist-data.ts'

type ExportedFile = { name: string; rows: (db: Db, user: ExportedUser) => Promise<unknown[]> }

export const exportedFiles: ExportedFile[] = [
  { name: 'profile.json', rows: findProfile },
  { name: 'sessions.json', rows: findSessions },
  { name: 'orders.json', rows: findOrders },
  { name: 'refunds.json', rows: findRefunds },
  { name: 'refund-requests.json', rows: findRefundRequests },
  { name: 'receipts.json', rows: findReceipts },
  { name: 'accepted-terms.json', rows: findAcceptedTerms },
  { name: 'owned-tracks.json', rows: findOwnedTracks },
  { name: 'cart.json', rows: findCart },
  { name: 'ratings.json', rows: findRatings },
  { name: 'comments.json', rows: findComments },
  { name: 'reviews.json', rows: findReviews },
  { name: 'following.json', rows: findFollowing },
  { name: 'notifications.json', rows: findNotifications },
  { name: 'notification-choices.json', rows: findNotificationChoices },
  { name: 'emails.json', rows: findEmails },
  { name: 'flags.json', rows: findFlags },
  { name: 'contact-messages.json', rows: findContactMessages },
  { name: 'commissions.json', rows: commission.findCommissions },
  { name: 'commission-steps.json', rows: commission.findSteps },
  { name: 'commission-deliveries.json', rows: commission.findDeliveries },
  { name: 'commission-disputes.json', rows: commission.findDisputes },
  { name: 'commission-notes.json', rows: commission.findNotes },
  { name: 'commission-messages.json', rows: commission.findMessages },
  { name: 'commission-attachments.json', rows: commission.findAttachments },
  { name: 'tracks.json', rows: artist.findTracks },
  { name: 'uploads.json', rows: artist.findUploads },
  { name: 'licence-documents.json', rows: artist.findLicenceDocuments },
  { name: 'examples.json', rows: artist.findExamples },
  { name: 'offers.json', rows: artist.findOffers },
  { name: 'sales.json', rows: artist.findSales },
  { name: 'vat-invoices.json', rows: artist.findVatInvoices },
  { name: 'transfers.json', rows: artist.findTransfers },
  { name: 'bank-payouts.json', rows: artist.findBankPayouts },
  { name: 'reversals.json', rows: artist.findReversals },
  { name: 'nettings.json', rows: artist.findNettings },
  { name: 'statements.json', rows: artist.findStatements },
  { name: 'statement-lines.json', rows: artist.findStatementLines },
  { name: 'payment-account.json', rows: artist.findPaymentAccount },
  { name: 'tax-reports.json', rows: artist.findTaxReports },
  { name: 'review-answers.json', rows: artist.findReviewAnswers },
  { name: 'flag-answers.json', rows: artist.findFlagAnswers },
]

function findProfile(db: Db, { id }: ExportedUser) {
  return db
    .selectFrom('users')
    .leftJoin('artists', 'artists.artist_id', 'users.id')
    .select(['users.id', 'email', 'email_verified', 'username', 'display_name', 'avatar', 'role'])
    .select(['two_factor_enabled', 'users.created_at', 'about', 'instrument', 'youtube_url'])
    .select(['commission_price_pence', 'wants_commissions', 'delivery_days', 'commission_places'])
    .select(['included_revisions', 'last_online_at'])
    .where('users.id', '=', id)
    .execute()
}

function findSessions(db: Db, { id }: ExportedUser) {
  return db
    .selectFrom('sessions')
    .select(['created_at', 'last_used_at', 'expires_at', 'ip_address', 'user_agent'])
    .where('user_id', '=', id)
    .orderBy('created_at')
    .execute()
}

function findOrders(db: Db, { id }: ExportedUser) {
  return db
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .leftJoin('payments', (join) =>
      join
        .onRef('payments.subject_id', '=', 'orders.id')
        .on('payments.subject_kind', '=', 'order')
        .on('payments.stray_of', 'is', null),
    )
    .select(['orders.id as order_id', 'orders.status', 'orders.created_at', 'payments.paid_at'])
    .select('payments.card_last4')
    .select(['title', 'artist_name', 'order_lines.key_signature', 'customer_pence', 'total_pence'])
    .where('orders.customer_id', '=', id)
    .orderBy('orders.created_at')
    .execute()
}

function findRefunds(db: Db, { id }: ExportedUser) {
  return db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refunds.id', 'subject_kind as of', 'subject_id', 'refunds.amount_pence'])
    .select('refunds.status')
    .select(['refunds.cause', 'refunds.created_at', 'refunds.sent_at'])
    .select(['settled_at', 'settled_reference'])
    .where('customer_id', '=', id)
    .orderBy('refunds.created_at')
    .execute()
}

function findRefundRequests(db: Db, { id }: ExportedUser) {
  return db
    .selectFrom('refund_requests')
    .innerJoin('order_lines', 'order_lines.id', 'order_line_id')
    .select(['order_id', 'track_id', 'title', 'reason', 'words', 'status', 'requested_at'])
    .select(['decided_at', 'answer', 'refund_id'])
    .where('customer_id', '=', id)
    .orderBy('requested_at')
    .execute()
}

function findReceipts(db: Db, { id }: ExportedUser) {
  return db
    .selectFrom('receipts')
    .innerJoin('payments', 'payments.id', 'receipts.payment_id')
    .select(['serial', 'subject_kind as of', 'subject_id', 'issued_at', 'buyer_name'])
    .select('buyer_email')
    .where('receipts.customer_id', '=', id)
    .orderBy('serial')
    .execute()
}

/** With each payment; of those before it was recorded it is not known. */
function findAcceptedTerms(db: Db, { id }: ExportedUser) {
  return db
    .selectFrom('payments')
    .select(['subject_kind as of', 'subject_id', 'terms_version', 'terms_accepted_at'])
    .where('customer_id', '=', id)
    .where('terms_version', 'is not', null)
    .where('stray_of', 'is', null)
    .orderBy('terms_accepted_at')
    .execute()
}

function findOwnedTracks(db: Db, { id }: ExportedUser) {
  return db
    .selectFrom('owned_recordings')
    .leftJoin('entitlements', 'entitlements.order_line_id', 'owned_recordings.order_line_id')
    .select(['owned_recordings.track_id', 'commission_id', 'title', 'owned_recordings.granted_at'])
    .select(['plays', 'whole_plays'])
    .select((eb) =>
      eb
        .selectFrom('downloads')
        .select(
          sql<Date[]>`coalesce(array_agg(downloaded_at order by downloaded_at), '{}')`.as('at'),
        )
        .where('downloads.user_id', '=', id)
        .where(
          sql<SqlBool>`coalesce(downloads.track_id, downloads.commission_id) = owned_recordings.id`,
        )
        .as('downloads'),
    )
    .where('owned_recordings.user_id', '=', id)
    .orderBy('owned_recordings.granted_at')
    .execute()
}

function findCart(db: Db, { id }: ExportedUser) {
  return db
    .selectFrom('cart_items')
    .innerJoin('tracks', 'tracks.id', 'cart_items.track_id')
    .select(['track_id', 'title', 'added_at'])
    .where('customer_id', '=', id)
    .orderBy('added_at')
    .execute()
}

function findRatings(db: Db, { id }: ExportedUser) {
  return db
    .selectFrom('ratings')
    .innerJoin('tracks', 'tracks.id', 'ratings.track_id')
    .select(['track_id', 'title', 'stars', 'rated_at'])
    .where('user_id', '=', id)
    .orderBy('rated_at')
    .execute()
}

function findComments(db: Db, { id }: ExportedUser) {
  return db
    .selectFrom('comments')
    .innerJoin('tracks', 'tracks.id', 'comments.track_id')
    .select(['comments.id', 'track_id', 'title', 'text', 'comments.created_at', 'edited_at'])
    .select('comments.taken_down_at')
    .where('user_id', '=', id)
    .orderBy('comments.created_at')
    .execute()
}

function findReviews(db: Db, { id }: ExportedUser) {
  return db
    .selectFrom('reviews')
    .innerJoin('users', 'users.id', 'reviews.artist_id')
    .select(['reviews.id', 'artist_id', 'users.username as artist', 'text', 'reviews.created_at'])
    .select(['edited_at', 'answer', 'answered_at', 'taken_down_at'])
    .where('author_id', '=', id)
    .orderBy('reviews.created_at')
    .execute()
}

function findFollowing(db: Db, { id }: ExportedUser) {
  return db
    .selectFrom('follows')
    .innerJoin('users', 'users.id', 'follows.artist_id')
    .select(['artist_id', 'users.username as artist', 'followed_at'])
    .where('follower_id', '=', id)
    .orderBy('followed_at')
    .execute()
}

function findNotifications(db: Db, { id }: ExportedUser) {
  return db
    .selectFrom('notifications')
    .select(['kind', 'details', 'created_at', 'read_at'])
    .where('user_id', '=', id)
    .orderBy('created_at')
    .execute()
}

function findNotificationChoices(db: Db, { id }: ExportedUser) {
  return db
    .selectFrom('notification_choices')
    .select(['kind', 'emails'])
    .where('user_id', '=', id)
    .orderBy('kind')
    .execute()
}

function findEmails(db: Db, { email }: ExportedUser) {
  return (
    db
      .selectFrom('mails')
      .select(['subject', 'created_at', 'sent_at'])
      // Without the texts, which hold links that are as good as a password.
      .where('recipient', '=', email)
      .orderBy('created_at')
      .execute()
  )
}

function findFlags(db: Db, { id }: ExportedUser) {
  return db
    .selectFrom('flags')
    .select(['subject_kind as of', 'subject_id', 'type', 'reason', 'status', 'created_at'])
    .select('decided_at')
    .where('reporter_id', '=', id)
    .orderBy('created_at')
    .execute()
}

function findContactMessages(db: Db, { id }: ExportedUser) {
  return db
    .selectFrom('contact_messages')
    .select((eb) => [
      'sent_at',
      'name',
      'email',
      'subject',
      'message',
      'status',
      jsonArrayFrom(
        eb
          .selectFrom('contact_answers')
          .select(['text', 'sent_at'])
          .whereRef('message_id', '=', 'contact_messages.id')
          .orderBy('sent_at'),
      ).as('answers'),
    ])
    .where('user_id', '=', id)
    .orderBy('sent_at')
    .execute()
}
