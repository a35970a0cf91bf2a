import { expect, test } from 'vitest'
import { giveBack, sell } from '../../../tests/support/money/reversing.ts'
import { unpack } from '../../../tests/support/accounts/own-data.ts'
import { createTestApp } from '../../../tests/support/test-app.ts'
import {
  createSide,
  createStageTrack,
  leaveUnsettled,
} from '../../../tests/support/two-owners/sides.ts'
import { enteredColumns } from '#server/db/tables/track-tables.ts'
import { exportedFiles } from './exported-files.ts'

const columns = {
  'profile.json':
    'id email email_verified username display_name avatar role two_factor_enabled created_at about instrument youtube_url commission_price_pence wants_commissions delivery_days commission_places included_revisions last_online_at',
  'sessions.json': 'created_at last_used_at expires_at ip_address user_agent',
  'orders.json':
    'order_id status created_at paid_at card_last4 title artist_name key_signature customer_pence total_pence',
  'refunds.json':
    'id of subject_id amount_pence status cause created_at sent_at settled_at settled_reference',
  'refund-requests.json':
    'order_id track_id title reason words status requested_at decided_at answer refund_id',
  'receipts.json': 'serial of subject_id issued_at buyer_name buyer_email',
  'accepted-terms.json': 'of subject_id terms_version terms_accepted_at',
  'owned-tracks.json': 'track_id commission_id title granted_at plays whole_plays downloads',
  'cart.json': 'track_id title added_at',
  'ratings.json': 'track_id title stars rated_at',
  'comments.json': 'id track_id title text created_at edited_at taken_down_at',
  'reviews.json': 'id artist_id artist text created_at edited_at answer answered_at taken_down_at',
  'following.json': 'artist_id artist followed_at',
  'notifications.json': 'kind details created_at read_at',
  'notification-choices.json': 'kind emails',
  'emails.json': 'subject created_at sent_at',
  'flags.json': 'of subject_id type reason status created_at decided_at',
  'contact-messages.json': 'sent_at name email subject message status answers',
  'commissions.json':
    'id status status_reason name requirements guide_track_url wants_guide_track track_id offer_title customer_name artist_name artist_pence customer_pence delivery_days max_revisions revision_count revision_feedback artist_message created_at answered_at paid_at delivered_at ended_at completed_at',
  'commission-steps.json': 'commission_id step actor at from_status to_status text',
  'commission-deliveries.json':
    'id commission_id number status file_name guide_name refusal_code arrived_at ready_at',
  'commission-disputes.json':
    'id commission_id status description opened_at answer answered_at outcome decision resolved_at',
  'commission-notes.json':
    'id commission_id delivery seconds author text created_at edited_at done_at answer answered_at',
  'commission-messages.json': 'id commission_id text created_at taken_down_at',
  'commission-attachments.json': 'id message_id kind file_name bytes status',
  'tracks.json': `id ${Object.values(enteredColumns).join(' ')} original_name created_at withdrawn_at`,
  'uploads.json': 'id file_name title details status refusal_code created_at',
  'licence-documents.json': 'id media_type bytes created_at',
  'examples.json': 'id description file_name created_at',
  'offers.json': 'id title description artist_pence delivery_days fits is_on created_at updated_at',
  'sales.json':
    'id kind track_id title customer_pence platform_fee_pence processing_fee_pence artist_pence refunded_pence status paid_at counted_at',
  'vat-invoices.json':
    'kind serial month issued_at vat_number artist_name artist_email title at vat_rate net_pence vat_pence',
  'transfers.json':
    'id amount_pence status provider_id created_at sent_at settled_at settled_reference written_off_at reversed_pence netted_pence',
  'bank-payouts.json': 'id amount_pence status failure_code created_at arrives_at ended_at',
  'reversals.json':
    'id transfer_id amount_pence status cause_kind created_at sent_at refused_at asked_at closed_at netted_pence',
  'nettings.json': 'reversal_id transfer_id amount_pence created_at',
  'statements.json':
    'id number artist_name from_at until_at opening_owed_pence opening_owing_pence closing_owed_pence closing_owing_pence made_at',
  'statement-lines.json':
    'statement_number kind titles reference booked_at occurred_at corrects_number owed_pence owing_pence',
  'payment-account.json':
    'provider_account_id payouts_enabled todo created_at checked_at transfers_held_at',
  'tax-reports.json': 'id year number figures provider_account_id made_at',
  'review-answers.json': 'review_id answer answered_at',
  'flag-answers.json': 'of subject_id name counter_text countered_at',
}

test('the files of an export have exactly these columns: of what is left out, nobody gets a copy', async () => {
  await using app = await createTestApp()
  const stageTrackId = await createStageTrack(app)
  const side = await createSide(app, { name: 'Amber', stageTrackId })
  await leaveUnsettled(app, side)
  // A reversal, and the netting by its own transfer, which is not sent yet.
  await giveBack(app, { transferId: await sell(app, side.artist.user), pence: 1 })
  const found: Record<string, string> = {}
  for (const { user: as } of [side.customer, side.artist]) {
    const { json } = await unpack((await app.call('GET /api/account/export', { as })).rawPayload)
    for (const [file, rows] of Object.entries(json))
      for (const row of rows) found[file] = Object.keys(row as object).join(' ')
  }
  expect(exportedFiles.map(({ name }) => name)).toEqual(Object.keys(columns))
  expect(found).toEqual(columns)
})
