// Everything that two can do to one commission at the same moment, and what is true afterwards: one of the two has won.

import type { CommissionStatus, CommissionStep } from '#rules/commissions/commission-process.ts'
import * as preparations from './race-preparations.ts'
import * as sides from './race-sides.ts'

export type Race = {
  name: string
  prepare: preparations.Prepare
  sides: readonly [sides.Side, sides.Side]
  /** What is true if the first side comes first, and if the second side does. */
  ends: readonly [End, End]
}

export type End = {
  /** What each side is answered; several where it depends on how late it was. */
  codes: readonly [string | readonly string[], string | readonly string[]]
  status: CommissionStatus
  /** The steps since the race began, also of what followed from it. */
  steps: readonly (CommissionStep | 'freeze')[]
  transfers?: readonly number[]
  refunds?: readonly number[]
  /** Approved, and wholly given back since. */
  isTakenBack?: boolean
}

const artistPart = [4000]
const wholePrice = [4420]

const sentAfter = (step: CommissionStep) =>
  ({ status: 'completed', steps: [step, 'complete'], transfers: artistPart }) as const
const givenBackBy = (step: CommissionStep) =>
  ({ status: 'cancelled', steps: [step], refunds: wholePrice }) as const

const moved = 'commission_moved'
const late = [moved, 'commission_too_late'] as const

export const races: readonly Race[] = [
  {
    name: 'a payment and its expiry',
    prepare: preparations.payable,
    sides: [sides.payOnPage, sides.expire],
    ends: [
      { codes: ['done', 'done'], status: 'in_progress', steps: ['pay'] },
      { codes: ['closed', 'done'], status: 'cancelled', steps: ['expire'] },
    ],
  },
  {
    name: 'a payment and a withdrawal',
    prepare: preparations.payable,
    sides: [sides.payOnPage, sides.withdraw],
    ends: [
      { codes: ['done', 'commission_paid'], status: 'in_progress', steps: ['pay'] },
      { codes: ['closed', 'done'], status: 'cancelled', steps: ['withdraw'] },
    ],
  },
  {
    name: 'two paid sessions',
    prepare: preparations.paidTwice,
    sides: [sides.receiveFirst, sides.receiveSecond],
    ends: [
      { codes: ['done', 'done'], status: 'in_progress', steps: ['pay'], refunds: wholePrice },
      { codes: ['done', 'done'], status: 'in_progress', steps: ['pay'], refunds: wholePrice },
    ],
  },
  {
    name: 'an acceptance and a rejection',
    prepare: preparations.ofAnother(preparations.asked),
    sides: [sides.accept, sides.reject],
    ends: [
      { codes: ['done', moved], status: 'requested', steps: ['accept'] },
      { codes: [moved, 'done'], status: 'rejected_by_artist', steps: ['reject'] },
    ],
  },
  {
    // A request that was accepted can still be withdrawn.
    name: 'an acceptance and a withdrawal',
    prepare: preparations.ofAnother(preparations.asked),
    sides: [sides.accept, sides.withdraw],
    ends: [
      { codes: ['done', 'done'], status: 'cancelled', steps: ['accept', 'withdraw'] },
      { codes: [moved, 'done'], status: 'cancelled', steps: ['withdraw'] },
    ],
  },
  {
    name: 'an acceptance and the lapse',
    prepare: preparations.ofAnother(preparations.asked),
    sides: [sides.accept, sides.lapse],
    ends: [
      { codes: ['done', 'done'], status: 'requested', steps: ['accept'] },
      { codes: [late, 'done'], status: 'cancelled', steps: ['lapse'] },
    ],
  },
  {
    name: 'an approval and changes',
    prepare: preparations.delivered,
    sides: [sides.approve, sides.requestChanges],
    ends: [
      {
        codes: ['done', moved],
        ...sentAfter('approve'),
      },
      { codes: [moved, 'done'], status: 'in_progress', steps: ['requestChanges'] },
    ],
  },
  {
    // The approval ends a dispute, too.
    name: 'an approval and a dispute',
    prepare: preparations.exhausted,
    sides: [sides.approve, sides.dispute],
    ends: [
      {
        codes: ['done', moved],
        ...sentAfter('approve'),
      },
      {
        codes: ['done', 'done'],
        status: 'completed',
        steps: ['dispute', 'approve', 'complete'],
        transfers: artistPart,
      },
    ],
  },
  {
    name: 'an approval and a decision',
    prepare: preparations.disputed,
    sides: [sides.approve, sides.decideRefund],
    ends: [
      {
        codes: ['done', 'dispute_decided'],
        ...sentAfter('approve'),
      },
      {
        codes: [moved, 'done'],
        ...givenBackBy('decideRefund'),
      },
    ],
  },
  {
    name: 'changes and a silent approval',
    prepare: preparations.delivered,
    sides: [sides.requestChanges, sides.approveSilently],
    ends: [
      { codes: ['done', 'done'], status: 'in_progress', steps: ['requestChanges'] },
      {
        codes: [late, 'done'],
        ...sentAfter('approveSilently'),
      },
    ],
  },
  {
    name: 'an upload and an overdue cancellation',
    prepare: preparations.inProgress,
    sides: [sides.upload, sides.cancelOverdue],
    ends: [
      {
        codes: ['done', 'delivery_in_preparation'],
        status: 'delivered',
        steps: ['upload', 'deliver'],
      },
      {
        codes: [moved, 'done'],
        ...givenBackBy('cancelOverdue'),
      },
    ],
  },
  {
    name: 'a preparation and a late cancellation',
    prepare: preparations.inPreparation,
    sides: [sides.prepare, sides.cancelOverdue],
    ends: [
      { codes: ['done', moved], status: 'delivered', steps: ['deliver'] },
      {
        codes: ['done', 'done'],
        ...givenBackBy('cancelOverdue'),
      },
    ],
  },
  {
    name: 'an upload and the end of the work',
    prepare: preparations.inProgress,
    sides: [sides.upload, sides.endUnfinished],
    ends: [
      { codes: ['done', 'done'], status: 'delivered', steps: ['upload', 'deliver'] },
      { codes: [late, 'done'], ...givenBackBy('endUnfinished') },
    ],
  },
  {
    name: 'a preparation and the end of the work',
    prepare: preparations.inPreparation,
    sides: [sides.prepare, sides.endUnfinished],
    ends: [
      { codes: ['done', 'done'], status: 'delivered', steps: ['deliver'] },
      {
        codes: ['done', 'done'],
        ...givenBackBy('endUnfinished'),
      },
    ],
  },
  {
    name: 'giving up and cancelling',
    prepare: preparations.inProgress,
    sides: [sides.giveUp, sides.cancelOverdue],
    ends: [
      { codes: ['done', moved], ...givenBackBy('giveUp') },
      {
        codes: [moved, 'done'],
        ...givenBackBy('cancelOverdue'),
      },
    ],
  },
  {
    name: 'a ban and an approval',
    prepare: preparations.ofAnother(preparations.delivered),
    sides: [sides.banArtist, sides.approve],
    ends: [
      { codes: ['done', 'commission_frozen'], status: 'delivered', steps: ['freeze'] },
      {
        codes: ['done', 'done'],
        status: 'cron_pending',
        steps: ['approve', 'postpone'],
        transfers: artistPart,
      },
    ],
  },
  {
    name: 'a ban and a payment',
    prepare: preparations.ofAnother(preparations.payable),
    sides: [sides.banArtist, sides.payOnPage],
    ends: [
      { codes: ['done', 'done'], ...givenBackBy('banParty') },
      { codes: ['done', 'done'], status: 'in_progress', steps: ['pay', 'freeze'] },
    ],
  },
  {
    name: 'a freeze and an approval',
    prepare: preparations.delivered,
    sides: [sides.freeze, sides.approve],
    ends: [
      { codes: ['done', 'commission_frozen'], status: 'delivered', steps: ['freeze'] },
      {
        codes: ['not_freezable', 'done'],
        ...sentAfter('approve'),
      },
    ],
  },
  {
    name: 'a freeze and a transfer',
    prepare: preparations.approved,
    sides: [sides.freezeApproved, sides.sendTransfer],
    ends: [
      {
        codes: ['not_freezable', 'done'],
        status: 'completed',
        steps: ['complete'],
        transfers: artistPart,
      },
      {
        codes: ['not_freezable', 'done'],
        status: 'completed',
        steps: ['complete'],
        transfers: artistPart,
      },
    ],
  },
  {
    // A transfer that is being sent at this moment still arrives.
    name: 'a hold and a transfer',
    prepare: preparations.approved,
    sides: [sides.holdTransfers, sides.sendTransfer],
    ends: [
      {
        codes: ['done', 'done'],
        status: 'cron_pending',
        steps: ['postpone'],
        transfers: artistPart,
      },
      { codes: ['done', 'done'], status: 'completed', steps: ['complete'], transfers: artistPart },
    ],
  },
  {
    name: 'two admins who decide',
    prepare: preparations.disputed,
    sides: [sides.decideRelease, sides.decideRefund],
    ends: [
      {
        codes: ['done', 'dispute_decided'],
        ...sentAfter('decideApproval'),
      },
      {
        codes: ['dispute_decided', 'done'],
        ...givenBackBy('decideRefund'),
      },
    ],
  },
]
