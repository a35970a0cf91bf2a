// What a notification says, in the list and in emails alike: a sentence, and the page that it leads to.

import { isRefusalCode, refusalMessage } from '../errors/refusal.ts'
import { contactSubjectLabels, type ContactSubject } from '../contact/contact-limits.ts'
import { contactAboutPath } from '../contact/contact-paths.ts'
import { adminPath } from '../admin/admin-paths.ts'
import { commissionPath } from '../commissions/commission-paths.ts'
import { artistDashboardPath } from '../artists/dashboard-paths.ts'
import {
  artistPath,
  contactPath,
  copyrightPolicyPath,
  homePath,
  reviewRulesPath,
  takeDownsPath,
  trackPath,
} from '../page-paths.ts'
import { reversalText, type ReversalEvent } from '../payments/reversal-texts.ts'
import { formatPence } from '../price.ts'
import { artistSalesPath } from '../sales/sales-search.ts'
import { alarmPages, type AlarmPage } from './alarm-pages.ts'
import { tellAdmin, tellArtist, type BankDisputeDetails } from './bank-dispute-texts.ts'
import { tellPayout, type BankPayoutDetails } from './bank-payout-text.ts'
import { commissionTexts, type CommissionDetails } from './commission-notice-texts.ts'
import {
  ownWordsRemoved,
  ownWordsRestored,
  wordsCountered,
  wordsDecided,
  wordsReported,
  type WordsDetails,
} from './flag-notice-texts.ts'
import { tellGivenBack, tellRequest } from './refund-texts.ts'
import { namedTitles, quoted } from './named-titles.ts'
import type { NotificationKind } from './notification-kinds.ts'

export type NotificationFacts = {
  reader: { id: string }
  /** The name is the one that pages show. Null once the account is gone. */
  actor: { id: string; name: string } | null
  track: { id: string; title: string } | null
  times: number
  details: NotificationDetails
}

/** What is said beside the names; each kind uses some of it. */
export type NotificationDetails = CommissionDetails &
  BankDisputeDetails &
  BankPayoutDetails & {
    /** The words that a report is about; without it, a track. */
    flagged?: WordsDetails['flagged']
    /** What was claimed of what a report took down, in an admin's words. */
    claim?: WordsDetails['claim']
    /** The state that a report has reached. */
    outcome?: WordsDetails['outcome']
    /** The outcome of an upheld or a rejected report, as it was stored before the other outcomes were told. */
    isUpheld?: boolean | undefined
    /** Although a report of it was dropped: another one keeps it down. */
    staysDown?: boolean | undefined
    /** What has become of money that goes back. */
    event?: ReversalEvent | undefined
    /** What is still owed after it. */
    owedPence?: number | undefined
    isNoLongerAvailable?: boolean | undefined
    refusalCode?: string | undefined
    /** Whether a report led to it, which the artist answers by a counter-notice. */
    byReport?: boolean | undefined
    messageId?: string | undefined
    subject?: ContactSubject | undefined
    /** Where an admin finds what needs a person. */
    alarmPage?: AlarmPage | undefined
  }

export type NotificationText = {
  /** Without its full stop it is the subject of an email. */
  sentence: string
  /** Empty, or more about it. */
  addition: string
  path: string
  /** The words of a link to the path. */
  pathLabel: string
}

export function notificationText(
  kind: NotificationKind,
  facts: NotificationFacts,
): NotificationText {
  return texts[kind](facts)
}

const texts: Record<NotificationKind, (facts: NotificationFacts) => NotificationText> = {
  new_track: (facts) => onTrack(facts, `${actorName(facts)} has a new track: ${title(facts)}.`),
  review: (facts) => onReviewsOf(facts.reader, `${actorName(facts)} wrote a review of you.`),
  review_answer: (facts) => onReviewsOf(facts.actor, `${actorName(facts)} answered your review.`),
  rating: (facts) =>
    onTrack(
      facts,
      `${title(facts)} got ${facts.times === 1 ? 'a new rating' : `${facts.times} new ratings`}.`,
    ),
  comment: (facts) => onTrack(facts, `${actorName(facts)} commented on ${title(facts)}.`),
  sale: ({ details }) =>
    onSales(`You sold ${titles(details)} and earned ${formatPence(details.pence)}.`),
  sale_given_back: ({ details }) => tellGivenBack(titles(details), details.pence, reason(details)),
  transfer: ({ details }) => {
    const pence = formatPence(details.pence)
    if (details.commissionId === undefined)
      return onSales(`${pence} was transferred to your payment account.`)
    return onCommission(
      details.commissionId,
      `${pence} for ${titles(details)} was transferred to your payment account.`,
    )
  },
  reversal: ({ details }) => {
    const { sentence, addition } = reversalText(details)
    return { ...onSales(sentence), addition }
  },
  payments_stopped: ({ details }) =>
    onDashboard(
      'Your payment account cannot receive money now.',
      `Your tracks are not on sale until it can.${details.isNoLongerAvailable ? ' You no longer take commissions: turn them on again in your profile then.' : ''}`,
    ),
  bank_payout_ended: ({ details }) => tellPayout(details),
  upload_ready: (facts) => onTrack(facts, `${title(facts)} is listed now.`),
  upload_question: ({ details }) =>
    onDashboard(
      `${titles(details)} waits for your answer: which key is it in?`,
      'The recording sounds like another key than the one you wrote.',
    ),
  upload_refused: ({ details }) =>
    onDashboard(`${titles(details)} could not be listed.`, refusal(details)),
  ...commissionTexts,
  flag_decided: (facts) => {
    const { flagged } = facts.details
    return flagged ? wordsDecided(flagged, facts.details) : ofReport(facts)
  },
  track_taken_down: ({ details }) => ({
    sentence: `We have taken ${titles(details)} down.`,
    addition: claimAndReason(details),
    ...(details.byReport === false
      ? { ...writeToUs, path: contactAboutPath('objection') }
      : { path: takeDownsPath, pathLabel: 'See the reason and answer it' }),
  }),
  track_restored: ({ details }) =>
    details.staysDown
      ? {
          sentence: `We have dropped a report of ${titles(details)}; another one keeps it down.`,
          addition: reason(details),
          path: takeDownsPath,
          pathLabel: 'See what keeps it down',
        }
      : onDashboard(`${titles(details)} is listed again.`, reason(details)),
  comment_removed: ({ details }) =>
    details.byReport
      ? ownWordsRemoved('comment', details)
      : onRules(`We have removed your comment on ${titles(details)}.`, reason(details)),
  review_removed: ({ details }) =>
    details.byReport
      ? ownWordsRemoved('review', details)
      : onRules(`We have removed your review of ${titles(details)}.`, reason(details)),
  profile_removed: ({ details }) => ownWordsRemoved('profile', details),
  message_removed: ({ details }) => ownWordsRemoved('message', details),
  words_restored: ({ details }) => ownWordsRestored(details),
  new_flag: (facts) => {
    const { flagged } = facts.details
    return flagged
      ? wordsReported(flagged, facts.details)
      : onFlags(`${title(facts)} was reported.`)
  },
  counter_notice: (facts) => {
    const { flagged } = facts.details
    return flagged
      ? wordsCountered(flagged, facts.details)
      : onFlags(`The artist of ${title(facts)} sent a counter-notice.`)
  },
  payment_alarm: ({ details: { reason: problem = '', alarmPage = 'tasks' } }) => ({
    sentence: 'Payments need a person.',
    addition: problem,
    path: adminPath(alarmPage),
    pathLabel: alarmPages[alarmPage],
  }),
  payment_disputed: ({ details }) => tellAdmin(details),
  sale_disputed: ({ details }) => tellArtist(details, titles(details)),
  refund_request: ({ details }) => tellRequest(titles(details)),
  contact_message: ({ details }) => ({
    sentence: `${titles(details)} wrote in the contact form.`,
    addition: details.subject ? `${contactSubjectLabels[details.subject]}.` : '',
    path: adminPath('messages', details.messageId ? { query: details.messageId } : {}),
    pathLabel: 'Open the message',
  }),
  banned: ({ details }) => ({
    sentence: 'Your account is suspended.',
    addition: reason(details),
    ...writeToUs,
  }),
  unbanned: ({ details }) => onHome('Your account is no longer suspended.', reason(details)),
}

/** For the one who reported the track. */
function ofReport(facts: NotificationFacts): NotificationText {
  const { outcome, isUpheld, staysDown } = facts.details
  const reported = `${titles(facts.details)}, which you reported,`
  const why = reason(facts.details)
  const thanks = 'Thank you for telling us.'
  const status = outcome ?? (isUpheld ? 'upheld' : 'rejected')
  if (status === 'upheld')
    return onCopyright(
      `We have taken ${titles(facts.details)} down, which you reported.`,
      joined(thanks, why),
    )
  if (status === 'countered')
    return onCopyright(
      `The artist of ${reported} sent a counter-notice.`,
      'We read it and decide again. You will be told.',
    )
  if (status === 'confirmed') return onCopyright(`${reported} stays down.`, why)
  if (status === 'reinstated')
    return staysDown
      ? onCopyright(
          `We have dropped your report of ${titles(facts.details)}; another one keeps it down.`,
          why,
        )
      : onTrack(facts, `${reported} is listed again.`, why)
  return onTrack(facts, `${reported} stays listed.`, joined(thanks, why))
}

function joined(...sentences: string[]): string {
  return sentences.filter((sentence) => sentence !== '').join(' ')
}

const writeToUs = { path: contactPath, pathLabel: 'Write to us' }

function onTrack({ track }: NotificationFacts, sentence: string, addition = ''): NotificationText {
  if (!track) return onHome(sentence, addition)
  return { sentence, addition, path: trackPath(track.id), pathLabel: 'See the track' }
}

function onReviewsOf(artist: { id: string } | null, sentence: string): NotificationText {
  if (!artist) return onHome(sentence)
  return { sentence, addition: '', path: artistPath(artist.id), pathLabel: 'See the review' }
}

function onCommission(id: string, sentence: string): NotificationText {
  return { sentence, addition: '', path: commissionPath(id), pathLabel: 'See the commission' }
}

function onSales(sentence: string): NotificationText {
  return { sentence, addition: '', path: artistSalesPath(), pathLabel: 'See your sales' }
}

function onDashboard(sentence: string, addition = ''): NotificationText {
  return { sentence, addition, path: artistDashboardPath(), pathLabel: 'See your dashboard' }
}

function onRules(sentence: string, addition: string): NotificationText {
  const pathLabel = 'See what comments and reviews may say'
  return { sentence, addition, path: reviewRulesPath, pathLabel }
}

function onCopyright(sentence: string, addition: string): NotificationText {
  const pathLabel = 'How we decide about reports'
  return { sentence, addition, path: copyrightPolicyPath, pathLabel }
}

function onFlags(sentence: string): NotificationText {
  const path = adminPath('flags', { state: 'open' })
  return { sentence, addition: '', path, pathLabel: 'See the reports' }
}

function onHome(sentence: string, addition = ''): NotificationText {
  return { sentence, addition, path: homePath, pathLabel: 'Go to the site' }
}

function actorName({ actor }: NotificationFacts): string {
  return actor?.name ?? 'Somebody'
}

function title({ track }: NotificationFacts): string {
  return track ? quoted(track.title) : 'A track'
}

function titles({ titles: all = [] }: NotificationDetails): string {
  return namedTitles(all)
}

function reason({ reason: words }: NotificationDetails): string {
  return words === undefined ? '' : `The reason: ${words}`
}

function claimAndReason(details: NotificationDetails): string {
  const { claim } = details
  return claim === undefined ? reason(details) : `What was claimed: ${claim}\n${reason(details)}`
}

function refusal({ refusalCode = '' }: NotificationDetails): string {
  return isRefusalCode(refusalCode) ? refusalMessage(refusalCode) : ''
}
