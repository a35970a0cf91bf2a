// One case for each action with failpoints: what reaches them, and what is true after the restart, once whoever got no
// answer has tried again.

import type { Action } from '#server/clock-and-failpoints/failpoints.ts'
import * as preparations from '../races/race-preparations.ts'
import * as sides from '../races/race-sides.ts'
import * as acts from './crash-acts.ts'
import type { Crash, CrashEnd } from './crash.ts'
import * as own from './crash-preparations.ts'
import { reversalCrashes, type ReversalAction } from './reversal-crashes.ts'
import { statementCrashes } from './statement-crashes.ts'

const artistPart = [4000]
const wholePrice = [4420]

const opened: Crash = {
  prepare: own.accepted,
  act: acts.pressPay,
  end: { status: 'in_progress', steps: ['checkOut', 'pay'] },
}
const paid: Crash = {
  prepare: preparations.payable,
  act: acts.payBy(acts.goodCard),
  end: { status: 'in_progress', steps: ['pay'] },
}
const withdrawn: Crash = {
  prepare: preparations.payable,
  act: sides.withdraw.act,
  end: { status: 'cancelled', steps: ['withdraw'] },
}
const uploaded: Crash = {
  prepare: preparations.inProgress,
  act: (fixture, prepared) => fixture.send(prepared),
  end: { status: 'delivered', steps: ['upload', 'deliver'] },
}
const approved: Crash = {
  prepare: preparations.delivered,
  act: sides.approve.act,
  end: { status: 'completed', steps: ['approve', 'complete'], transfers: artistPart },
}
const reconciled: Crash = { ...approved, act: acts.approveAndEndTheDay }
const givenUp: Crash = {
  prepare: preparations.inProgress,
  act: sides.giveUp.act,
  end: { status: 'cancelled', steps: ['giveUp'], refunds: wholePrice },
}
const sentLater: Crash = {
  prepare: own.failedTransfer,
  act: acts.retryPayouts,
  end: { status: 'completed', steps: ['complete'], transfers: artistPart },
}
const refundedLater: Crash = {
  prepare: own.failedRefund,
  act: acts.retryPayouts,
  end: { status: 'cancelled', steps: [], refunds: wholePrice },
}
const refundArrived: Crash = {
  prepare: own.refundArrived,
  act: acts.checkRefund,
  end: { status: 'cancelled', steps: [], refunds: wholePrice },
}

const refundedByHand: Crash = {
  prepare: own.refundedByHand,
  act: sides.giveUp.act,
  end: { status: 'cancelled', steps: ['giveUp'], refunds: wholePrice },
}

const settled: Crash = {
  prepare: own.refusedRefund,
  act: acts.settleRefund,
  end: { status: 'cancelled', steps: [], refunds: wholePrice },
}

const stillInProgress: CrashEnd = { status: 'in_progress', steps: [] }
const payoutOrdered: Crash = { prepare: own.earning, act: acts.payOut, end: stillInProgress }
const payoutChecked: Crash = {
  prepare: own.madePayout,
  act: acts.checkPayout,
  end: stillInProgress,
}
const answeredBank: Crash = {
  prepare: own.frozenByBank,
  act: acts.answerBank,
  end: { status: 'in_progress', steps: [] },
}

const documentsMade: Crash = {
  prepare: own.frozenByBank,
  act: acts.makeDocuments,
  end: stillInProgress,
}
const documentsSent: Crash = { ...answeredBank, prepare: own.documentsMade }

const otherCrashes: Record<Exclude<Action, ReversalAction>, Crash> = {
  'accept.commit': {
    prepare: preparations.asked,
    act: sides.accept.act,
    end: { status: 'requested', steps: ['accept'] },
  },
  'reject.commit': {
    prepare: preparations.asked,
    act: sides.reject.act,
    end: { status: 'rejected_by_artist', steps: ['reject'] },
  },
  'withdraw.commit': withdrawn,
  'lapse.commit': {
    prepare: preparations.asked,
    act: acts.pass('answer_by'),
    end: { status: 'cancelled', steps: ['lapse'] },
  },
  'checkout.commit': opened,
  'checkout.open': opened,
  'checkout.save': opened,
  'event.commit': paid,
  'confirm.commit': {
    prepare: preparations.payable,
    act: acts.payBy(own.laterCard),
    end: { status: 'accepted', steps: ['confirm'] },
  },
  'decline.commit': {
    prepare: own.declined,
    act: acts.checkPayment,
    end: { status: 'requested', steps: ['fail'] },
  },
  'pay.read': paid,
  'pay.commit': paid,
  'stray.save': {
    prepare: own.paidAgain,
    act: acts.receiveEvents,
    end: { status: 'in_progress', steps: [], refunds: wholePrice },
  },
  'close.call': withdrawn,
  'close.commit': withdrawn,
  'expire.commit': {
    prepare: preparations.payable,
    act: acts.pass('pay_by'),
    end: { status: 'cancelled', steps: ['expire'] },
  },
  'upload.store': uploaded,
  'upload.commit': uploaded,
  'preview.store': uploaded,
  'deliver.commit': uploaded,
  'refuse.commit': {
    prepare: preparations.inProgress,
    act: acts.sendShortRecording,
    end: { status: 'in_progress', steps: ['upload'] },
  },
  'changes.commit': {
    prepare: preparations.delivered,
    act: sides.requestChanges.act,
    end: { status: 'in_progress', steps: ['requestChanges'] },
  },
  'approve.commit': approved,
  'approveSilently.commit': {
    prepare: preparations.delivered,
    act: acts.pass('approve_at'),
    end: { status: 'completed', steps: ['approveSilently', 'complete'], transfers: artistPart },
  },
  'dispute.commit': {
    prepare: preparations.exhausted,
    act: sides.dispute.act,
    end: { status: 'delivered', steps: ['dispute'] },
  },
  'message.commit': {
    prepare: preparations.inProgress,
    act: acts.writeOnce,
    end: { status: 'in_progress', steps: [] },
  },
  'giveUp.commit': givenUp,
  'cancelOverdue.commit': {
    prepare: preparations.inProgress,
    act: sides.cancelOverdue.act,
    end: { status: 'cancelled', steps: ['cancelOverdue'], refunds: wholePrice },
  },
  'endUnfinished.commit': {
    prepare: preparations.inProgress,
    act: acts.pass('end_at'),
    end: { status: 'cancelled', steps: ['endUnfinished'], refunds: wholePrice },
  },
  'holdTooLong.commit': {
    prepare: preparations.inProgress,
    act: acts.pass('hold_until'),
    end: { status: 'cancelled', steps: ['holdTooLong'], refunds: wholePrice },
  },
  'decide.commit': {
    prepare: preparations.disputed,
    act: sides.decideRefund.act,
    end: { status: 'cancelled', steps: ['decideRefund'], refunds: wholePrice },
  },
  'freeze.commit': {
    prepare: preparations.inProgress,
    act: sides.freeze.act,
    end: { status: 'in_progress', steps: ['freeze'] },
  },
  'ban.commit': {
    prepare: preparations.ofAnother(preparations.asked),
    act: sides.banArtist.act,
    end: { status: 'cancelled', steps: ['banParty'] },
  },
  'hold.commit': {
    prepare: preparations.ofAnother(preparations.delivered),
    act: acts.holdAndApprove,
    end: { status: 'cron_pending', steps: ['approve', 'postpone'], transfers: artistPart },
  },
  'transfer.claim': approved,
  'transfer.check': approved,
  'transfer.send': approved,
  'transfer.record': approved,
  'transfer.find': sentLater,
  'transfer.retry': {
    prepare: own.failingTransfer,
    act: acts.approveAndRetry,
    end: (moment) => ({
      status: 'completed',
      // Nothing knows of the first attempt if the process ended before that was recorded.
      steps: moment === 'before' ? ['approve', 'complete'] : ['approve', 'postpone', 'complete'],
      transfers: artistPart,
    }),
  },
  'refund.claim': givenUp,
  'refund.send': givenUp,
  'refund.record': givenUp,
  'refund.find': refundedLater,
  'refund.retry': {
    prepare: own.failingRefund,
    act: acts.giveUpAndRetry,
    end: { status: 'cancelled', steps: ['giveUp'], refunds: wholePrice },
  },
  'refund.charge': refundedByHand,
  'refund.resolve': refundedByHand,
  'refund.read': refundArrived,
  'bankDispute.send': answeredBank,
  'bankDispute.answer': answeredBank,
  'evidence.attach': documentsMade,
  'evidence.remove': { ...documentsMade, prepare: own.documentsMade, act: acts.removeDocument },
  'evidence.upload': documentsSent,
  'evidence.save': documentsSent,
  'evidence.mark': documentsSent,
  'bankDispute.record': {
    prepare: own.disputedAtBank,
    act: acts.checkCharge,
    end: { status: 'in_progress', steps: ['freeze'] },
  },
  'charge.read': { ...refundArrived, act: acts.checkCharge },
  'payout.order': payoutOrdered,
  'payout.claim': payoutOrdered,
  'payout.send': payoutOrdered,
  'payout.record': payoutOrdered,
  'payout.retry': { prepare: own.failingPayout, act: acts.payOutAndRetry, end: stillInProgress },
  'payout.find': { prepare: own.failedPayout, act: acts.retryPayouts, end: stillInProgress },
  'payout.read': payoutChecked,
  'payout.outcome': payoutChecked,
  'settle.find': settled,
  'settle.commit': settled,
  'give.commit': {
    prepare: own.completed,
    act: acts.giveBack,
    end: {
      status: 'completed',
      steps: [],
      transfers: artistPart,
      refunds: wholePrice,
      isTakenBack: true,
      reversals: ['sent'],
    },
  },
  'refund.outcome': refundArrived,
  'reconcile.list': reconciled,
  'reconcile.page': reconciled,
  'reconcile.accounts': reconciled,
  'day.close': reconciled,
  ...statementCrashes,
  'refund.adopt': {
    prepare: own.givenUpByHand,
    act: acts.checkCharge,
    end: { status: 'cancelled', steps: [], refunds: wholePrice },
  },
}

export const crashes: Record<Action, Crash> = { ...otherCrashes, ...reversalCrashes }
