// The part of an export about an artist: tracks, money, and what the artist has written or uploaded.

import type { Db } from '#server/db/client.ts'
import { enteredColumns } from '#server/db/tables/track-tables.ts'
import { flagName } from '#server/moderation/flag-name.ts'

export type ExportedUser = { id: string; email: string }

export function findTracks(db: Db, { id }: ExportedUser) {
  return db
    .selectFrom('tracks')
    .select(['id', ...Object.values(enteredColumns)])
    .select(['original_name', 'created_at', 'withdrawn_at'])
    .where('artist_id', '=', id)
    .orderBy('created_at')
    .execute()
}

export function findUploads(db: Db, { id }: ExportedUser) {
  return db
    .selectFrom('uploads')
    .select(['id', 'file_name', 'title', 'details', 'status', 'refusal_code', 'created_at'])
    .where('artist_id', '=', id)
    .where('purpose', '=', 'track')
    .orderBy('created_at')
    .execute()
}

export function findLicenceDocuments(db: Db, { id }: ExportedUser) {
  return db
    .selectFrom('licence_documents')
    .select(['id', 'media_type', 'bytes', 'created_at'])
    .where('artist_id', '=', id)
    .orderBy('created_at')
    .execute()
}

export function findExamples(db: Db, { id }: ExportedUser) {
  return db
    .selectFrom('artist_examples')
    .select(['id', 'description', 'file_name', 'created_at'])
    .where('artist_id', '=', id)
    .orderBy('position')
    .execute()
}

export function findOffers(db: Db, { id }: ExportedUser) {
  return db
    .selectFrom('artist_offers')
    .select(['id', 'title', 'description', 'artist_pence', 'delivery_days', 'fits', 'is_on'])
    .select(['created_at', 'updated_at'])
    .where('artist_id', '=', id)
    .orderBy('position')
    .execute()
}

/** Not who bought: that belongs to the customers. */
export function findSales(db: Db, { id }: ExportedUser) {
  return db
    .selectFrom('sales')
    .leftJoin('order_lines', 'order_lines.id', 'order_line_id')
    .leftJoin('commissions', 'commissions.id', 'commission_id')
    .select((eb) => [
      'sales.id',
      'kind',
      'order_lines.track_id',
      eb.fn.coalesce('order_lines.title', 'commissions.name').as('title'),
    ])
    .select(['sales.customer_pence', 'sales.platform_fee_pence', 'sales.processing_fee_pence'])
    .select(['sales.artist_pence', 'refunded_pence', 'sales.status', 'sales.paid_at', 'counted_at'])
    .where('sales.artist_id', '=', id)
    .orderBy('sales.paid_at')
    .orderBy('sales.id')
    .execute()
}

export function findTransfers(db: Db, { id }: ExportedUser) {
  return db
    .selectFrom('transfers')
    .select(['id', 'amount_pence', 'status', 'provider_id', 'created_at', 'sent_at'])
    .select(['settled_at', 'settled_reference', 'written_off_at'])
    .select(['reversed_pence', 'netted_pence'])
    .where('artist_id', '=', id)
    .orderBy('created_at')
    .execute()
}

/** Each line of them. */
export function findVatInvoices(db: Db, { id }: ExportedUser) {
  return db
    .selectFrom('vat_invoices')
    .innerJoin('vat_invoice_lines', 'invoice_id', 'vat_invoices.id')
    .select(['kind', 'serial', 'month', 'issued_at', 'vat_number', 'artist_name', 'artist_email'])
    .select(['title', 'at', 'vat_rate', 'net_pence', 'vat_pence'])
    .where('artist_id', '=', id)
    .orderBy('issued_at')
    .orderBy('kind')
    .orderBy('at')
    .execute()
}

export function findBankPayouts(db: Db, { id }: ExportedUser) {
  return db
    .selectFrom('bank_payouts')
    .select([
      'id',
      'amount_pence',
      'status',
      'failure_code',
      'created_at',
      'arrives_at',
      'ended_at',
    ])
    .where('artist_id', '=', id)
    .orderBy('created_at')
    .execute()
}

export function findReversals(db: Db, { id }: ExportedUser) {
  return db
    .selectFrom('reversals')
    .select(['id', 'transfer_id', 'amount_pence', 'status', 'cause_kind', 'created_at', 'sent_at'])
    .select(['refused_at', 'asked_at', 'closed_at', 'netted_pence'])
    .where('artist_id', '=', id)
    .orderBy('created_at')
    .execute()
}

export function findNettings(db: Db, { id }: ExportedUser) {
  return db
    .selectFrom('nettings')
    .innerJoin('transfers', 'transfers.id', 'transfer_id')
    .select(['reversal_id', 'transfer_id', 'nettings.amount_pence', 'nettings.created_at'])
    .where('artist_id', '=', id)
    .orderBy('nettings.created_at')
    .execute()
}

export function findStatements(db: Db, { id }: ExportedUser) {
  return db
    .selectFrom('statements')
    .select(['id', 'number', 'artist_name', 'from_at', 'until_at', 'opening_owed_pence'])
    .select(['opening_owing_pence', 'closing_owed_pence', 'closing_owing_pence', 'made_at'])
    .where('artist_id', '=', id)
    .orderBy('number')
    .execute()
}

export function findStatementLines(db: Db, { id }: ExportedUser) {
  return db
    .selectFrom('statement_lines')
    .innerJoin('statements', (join) =>
      join
        .onRef('statements.artist_id', '=', 'statement_lines.artist_id')
        .onRef('statements.month', '=', 'statement_lines.month'),
    )
    .select(['number as statement_number', 'kind', 'titles', 'reference', 'booked_at'])
    .select(['occurred_at', 'corrects_number', 'owed_pence', 'owing_pence'])
    .where('statement_lines.artist_id', '=', id)
    .orderBy('ledger_transaction_id')
    .execute()
}

export function findPaymentAccount(db: Db, { id }: ExportedUser) {
  return db
    .selectFrom('payment_accounts')
    .leftJoin('transfer_holds', 'transfer_holds.artist_id', 'payment_accounts.user_id')
    .select(['provider_account_id', 'payouts_enabled', 'todo', 'created_at', 'checked_at'])
    .select('held_at as transfers_held_at')
    .where('user_id', '=', id)
    .execute()
}

/** The copies that the artist got of what the tax authority is told. */
export function findTaxReports(db: Db, { id }: ExportedUser) {
  return db
    .selectFrom('platform_report_copies')
    .select(['id', 'year', 'number', 'figures', 'provider_account_id', 'made_at'])
    .where('artist_id', '=', id)
    .orderBy('year')
    .orderBy('number')
    .execute()
}

/** Without the reviews: those belong to their authors. */
export function findReviewAnswers(db: Db, { id }: ExportedUser) {
  return db
    .selectFrom('reviews')
    .select(['id as review_id', 'answer', 'answered_at'])
    .where('artist_id', '=', id)
    .where('answer', 'is not', null)
    .orderBy('answered_at')
    .execute()
}

/** Without the reports: those belong to their reporters. */
export function findFlagAnswers(db: Db, { id }: ExportedUser) {
  return db
    .selectFrom('flags')
    .leftJoin('tracks', 'tracks.id', 'flags.track_id')
    .select(['subject_kind as of', 'subject_id', flagName.as('name')])
    .select(['counter_text', 'countered_at'])
    .where('author_id', '=', id)
    .where('counter_text', 'is not', null)
    .orderBy('countered_at')
    .execute()
}
