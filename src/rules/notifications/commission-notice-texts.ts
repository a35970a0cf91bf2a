// What a notification about a commission says: what has happened, and what is next by when.

import type { CommissionReason } from '../commissions/step-table.ts'
import type { DisputeDecision } from '../commissions/dispute-process.ts'
import { commissionPath } from '../commissions/commission-paths.ts'
import { adminCommissionsPath, homePath } from '../page-paths.ts'
import { formatPence } from '../price.ts'
import type { CommissionNotice } from './commission-notices.ts'

export type CommissionDetails = {
  pence?: number | undefined
  /** The titles of tracks or files, the commission's name, or a person's name, at the time of the event. */
  titles?: readonly string[] | undefined
  /** Somebody's words: an admin's, or those of the other party. */
  reason?: string | undefined
  commissionId?: string | undefined
  /** The other party's name. */
  party?: string | undefined
  /** What the reader is to the commission. */
  as?: 'customer' | 'artist' | 'admin' | undefined
  /** A deadline (ISO). */
  until?: string | undefined
  /** Why it was cancelled. */
  cause?: CommissionReason | undefined
  /** The outcome of a decision. */
  decision?: DisputeDecision | undefined
  /** Without anybody's answer. */
  isByItself?: boolean | undefined
  /** The customer of a delivery can still ask for changes. */
  hasRevisionLeft?: boolean | undefined
  /** Whether the freeze has ended. */
  hasEnded?: boolean | undefined
}

type Facts = { details: CommissionDetails; times: number }
type Text = { sentence: string; addition: string; path: string; pathLabel: string }

export const commissionTexts: Record<CommissionNotice, (facts: Facts) => Text> = {
  commission_request: ({ details }) =>
    told(
      details,
      `${party(details)} asks you for ${name(details)}.`,
      `Please answer${by(details)}.`,
    ),
  commission_accepted: ({ details }) =>
    told(
      details,
      `${party(details)} has accepted ${name(details)}.`,
      `Please pay ${formatPence(details.pence)}${by(details)}; otherwise the request expires.`,
    ),
  commission_declined: ({ details }) =>
    told(details, `${party(details)} has declined ${name(details)}.`, reason(details)),
  commission_payment_due: ({ details }) =>
    told(
      details,
      `${name(details)} waits for your payment of ${formatPence(details.pence)}.`,
      details.until ? `It expires on ${moment(details.until)}.` : '',
    ),
  commission_expired: ({ details }) =>
    told(details, `${name(details)} has expired.`, expiry(details)),
  commission_paid: ({ details }) =>
    details.as === 'artist'
      ? told(details, `${name(details)} is paid: you can start.`, `Please deliver${by(details)}.`)
      : told(
          details,
          `You have paid ${formatPence(details.pence)} for ${name(details)}.`,
          'We hold the money until you approve the recording.',
        ),
  commission_due: ({ details }) =>
    told(
      details,
      `${name(details)} is due now.`,
      details.until ? `From ${moment(details.until)} on your customer can cancel it.` : '',
    ),
  commission_overdue: ({ details }) =>
    details.as === 'artist'
      ? told(details, `${name(details)} is late.`, 'Your customer can cancel it from now on.')
      : told(
          details,
          `${name(details)} is late.`,
          'You can wait, or cancel it and get your money back.',
        ),
  commission_delivered: ({ details }) =>
    told(
      details,
      `${party(details)} has delivered ${name(details)}.`,
      `Listen to the preview, then approve it or ${otherAnswer(details)}. ${approval(details)}`,
    ),
  commission_delivery_refused: ({ details }) =>
    told(
      details,
      `Your recording for ${name(details)} could not be delivered.`,
      `${details.reason ?? ''} Please deliver again.`.trim(),
    ),
  commission_changes: ({ details }) =>
    told(
      details,
      `${party(details)} asks for changes to ${name(details)}.`,
      `Please deliver${by(details)}.`,
    ),
  commission_approval_due: ({ details }) =>
    told(details, `${name(details)} waits for your answer.`, approval(details)),
  commission_approved: ({ details }) =>
    told(
      details,
      details.isByItself
        ? `${name(details)} was approved by itself, because nobody answered.`
        : `${party(details)} has approved ${name(details)}.`,
      details.as === 'artist'
        ? `${formatPence(details.pence)} is on its way to you.`
        : 'The whole recording is in your tracks.',
    ),
  commission_transfer_waiting: ({ details }) =>
    told(
      details,
      `${formatPence(details.pence)} for ${name(details)} has to wait.`,
      details.reason ?? '',
    ),
  commission_gave_up: ({ details }) =>
    told(
      details,
      `${party(details)} has given up ${name(details)}.`,
      [reason(details), refund(details)].filter(Boolean).join(' '),
    ),
  commission_cancelled: ({ details }) =>
    told(details, cancelled(details), details.as === 'customer' ? refund(details) : ''),
  commission_refunded: ({ details }) =>
    told(details, `${formatPence(details.pence)} for ${name(details)} was sent back to your card.`),
  commission_disputed: ({ details }) =>
    told(
      details,
      `${party(details)} disputes your delivery of ${name(details)}.`,
      `Please say your side${by(details)}. Our team then decides.`,
    ),
  commission_dispute_answered: ({ details }) =>
    told(details, `${party(details)} has answered your dispute about ${name(details)}.`),
  commission_dispute_ended: ({ details }) =>
    told(details, `${party(details)} has ended the dispute about ${name(details)}.`),
  commission_decided: ({ details }) =>
    told(
      details,
      `We have decided about ${name(details)}.`,
      [consequence(details), reason(details)].filter(Boolean).join(' '),
    ),
  commission_frozen: ({ details }) =>
    details.hasEnded
      ? told(
          details,
          `${name(details)} goes on.`,
          ['Deadlines that stood still have moved by that time.', reason(details)]
            .filter(Boolean)
            .join(' '),
        )
      : told(details, `${name(details)} is frozen.`, reason(details)),
  commission_news: ({ details, times }) => ({
    ...told(
      details,
      times === 1
        ? `${party(details)} wrote to you about ${name(details)}.`
        : `${party(details)} wrote to you ${times} times about ${name(details)}.`,
    ),
    ...(details.commissionId === undefined ? {} : { pathLabel: 'Read and answer' }),
  }),
  commission_alarm: ({ details }) => ({
    sentence: 'Commissions need a person.',
    addition: details.reason ?? '',
    path: details.commissionId ? commissionPath(details.commissionId) : adminCommissionsPath,
    pathLabel: details.commissionId ? 'See the commission' : 'See the commissions',
  }),
}

function told({ commissionId }: CommissionDetails, sentence: string, addition = ''): Text {
  if (commissionId === undefined)
    return { sentence, addition, path: homePath, pathLabel: 'Go to the site' }
  return {
    sentence,
    addition,
    path: commissionPath(commissionId),
    pathLabel: 'See the commission',
  }
}

function cancelled(details: CommissionDetails): string {
  switch (details.cause) {
    case 'withdrawn':
    case 'artist_withdrew':
      return `${party(details)} has withdrawn ${name(details)}.`
    case 'party_banned':
      return `${name(details)} was cancelled: an account was suspended.`
    case 'delivery_overdue':
      return `${party(details)} has cancelled ${name(details)}: the delivery was late.`
    case 'not_finished':
      return `${name(details)} was cancelled: it was not finished in time.`
    case 'held_too_long':
      return `${name(details)} was cancelled: its money cannot be held any longer.`
    default:
      return `${name(details)} was cancelled.`
  }
}

function expiry({ cause, as, party: other = 'The artist' }: CommissionDetails): string {
  if (cause !== 'artist_no_response') return 'It was not paid in time.'
  return as === 'artist' ? 'You did not answer in time.' : `${other} did not answer in time.`
}

/** Nothing, before anything is paid. */
function refund({ pence }: CommissionDetails): string {
  return pence === undefined ? '' : `${formatPence(pence)} goes back to your card.`
}

/** What a decision means for the reader. */
function consequence({ decision, as, pence, until, party: other }: CommissionDetails): string {
  const amount = formatPence(pence)
  const isForArtist = as === 'artist'
  switch (decision) {
    case 'release':
      return isForArtist
        ? `It is approved, and ${amount} is on its way to you.`
        : 'It is approved, and the whole recording is in your tracks.'
    case 'partial':
      return isForArtist
        ? `It is approved for a part of the price, and ${amount} is on its way to you.`
        : `It is approved for a part of the price: the whole recording is in your tracks, and ${amount} goes back to your card.`
    case 'refund':
      return isForArtist
        ? 'It is cancelled, and your customer gets the money back.'
        : `It is cancelled, and ${amount} goes back to your card.`
    case 'extra_revision':
      return isForArtist
        ? `Please deliver once more${by({ until })}. Your customer then has one more request for changes.`
        : `${other ?? 'The artist'} delivers once more${by({ until })}. You then have one more request for changes.`
    default:
      return ''
  }
}

/** Than the approval; notices of former versions do not say whether a revision is left. */
function otherAnswer({ hasRevisionLeft = true }: CommissionDetails): string {
  return hasRevisionLeft ? 'ask for changes' : 'open a dispute'
}

function approval({ until }: CommissionDetails): string {
  return until ? `It is approved by itself on ${moment(until)}.` : ''
}

function by({ until }: CommissionDetails): string {
  return until ? ` by ${moment(until)}` : ''
}

function reason({ reason: words }: CommissionDetails): string {
  return words === undefined ? '' : `The reason: ${words}`
}

function name({ titles = [] }: CommissionDetails): string {
  return `“${titles[0] ?? 'a commission'}”`
}

function party({ party: other }: CommissionDetails): string {
  return other ?? 'Somebody'
}

let times: Intl.DateTimeFormat | undefined

/** '24 November at 14:05', in London time as everywhere on the site. */
export function moment(iso: string): string {
  // At first use: it takes some milliseconds, and most processes that read this file tell nothing.
  times ??= new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/London',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
  })
  return times.format(new Date(iso))
}
