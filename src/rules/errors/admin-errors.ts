import { maxFeaturedTracks } from '../tracks/featured-tracks.ts'
import type { RefusalTable } from './refusal-table.ts'

/** What a form says before it sends anything. */
export const reasonBlank = 'Please enter a reason.'
export const noteBlank = 'Please say why.'
export const referenceBlank = 'Please enter what names the payment on the bank statement.'

export const adminErrors = {
  own_ban: { status: 409, message: 'You cannot ban yourself.' },
  admin_ban: {
    status: 409,
    message: 'An admin cannot be banned. The operator has to revoke the role first.',
  },
  too_many_featured: {
    status: 409,
    message: `${maxFeaturedTracks} tracks are featured already. Please end the featuring of one of them first.`,
  },
  track_not_listed: {
    status: 409,
    message: 'Only a listed track can be featured.',
  },
  not_owed: {
    status: 409,
    message: 'It is not owed any more: it was sent or settled. Please load the page again.',
  },
  still_sendable: {
    status: 409,
    message:
      'It can be written off only if the artist’s account cannot receive it, or the card provider has refused it for two weeks. Please load the page again.',
  },
  not_failed: {
    status: 409,
    message:
      'It has not failed: it is tried again by itself, was sent or settled. Please load the page again.',
  },
  attempt_in_progress: {
    status: 409,
    message:
      'The card provider has been asked to send it, and its answer is not known yet. Please try again in ten minutes.',
  },
  made_meanwhile: {
    status: 409,
    message: 'The card provider has sent it, which is recorded now. Please do not pay it again.',
  },
  provider_unavailable: {
    status: 502,
    message:
      'The card provider is not answering, so it is not known whether this was sent. Please try again in a minute.',
  },
  payout_waits: {
    status: 409,
    message:
      'A payout was ordered, and the card provider has not answered yet. Please wait for it before you order another one.',
  },
  more_than_earned: {
    status: 409,
    message: 'Not so much can be paid out now. Please load the page again.',
  },
  more_than_vat_owed: {
    status: 409,
    message: 'The ledger does not owe the tax authority so much. Please check the amount.',
  },
  vat_dates_impossible: {
    status: 409,
    message:
      'The months must be in order and have begun, and the day of the payment must not be ahead.',
  },
  vat_payment_recorded: {
    status: 409,
    message: 'A payment with this reference is recorded already.',
  },
  ledger_in_doubt: {
    status: 409,
    message: 'The ledger is not as it must be, so nothing is paid out until that is put right.',
  },
  debt_changed: {
    status: 409,
    message:
      'This debt has changed: a sale has paid of it, or it was closed. Please load the page again.',
  },
  debt_asked: {
    status: 409,
    message:
      'The artist was asked for this money a moment ago, perhaps by another admin. Please load the page again before you ask once more.',
  },
  already_explained: {
    status: 409,
    message: 'This movement is explained by now. Please load the page again.',
  },
  difference_ended: {
    status: 409,
    message: 'This difference is explained or mended by now. Please load the page again.',
  },
  task_ended: {
    status: 409,
    message: 'This is dealt with by now. Please load the page again.',
  },
  task_taken: {
    status: 409,
    message: 'Another admin takes care of it by now. Please load the page again.',
  },
  mismatch_ended: {
    status: 409,
    message:
      'Nothing of this payment waits for a decision any more: another admin has decided, or it was paid. Please load the page again.',
  },
  message_moved: {
    status: 409,
    message: 'Another admin has dealt with this message. Please load the page again.',
  },
} as const satisfies RefusalTable
