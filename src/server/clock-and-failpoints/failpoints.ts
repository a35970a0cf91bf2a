// Named places in the commands of commissions and of their money, where a test lets the process fail, wait or end. They
// are passed in like the clock. Where nobody tests, each is one call that does nothing.

import type { Db } from '../db/client.ts'

/** Transactions, by what they record. */
const commits = [
  'accept.commit',
  'reject.commit',
  'withdraw.commit',
  'lapse.commit',
  // The payment is written before its checkout is opened; then it gets the checkout.
  'checkout.commit',
  'checkout.save',
  'event.commit',
  'confirm.commit',
  'decline.commit',
  'pay.commit',
  // Of a second checkout of a payment, which becomes a payment of its own.
  'stray.save',
  // First the payment expires, then the commission.
  'close.commit',
  'expire.commit',
  'upload.commit',
  'deliver.commit',
  'refuse.commit',
  'changes.commit',
  'approve.commit',
  'approveSilently.commit',
  'dispute.commit',
  'giveUp.commit',
  'cancelOverdue.commit',
  'endUnfinished.commit',
  'holdTooLong.commit',
  'decide.commit',
  'freeze.commit',
  'message.commit',
  'ban.commit',
  'hold.commit',
  // The attempt is counted, then what became of it is recorded.
  'transfer.claim',
  'transfer.check',
  'transfer.record',
  'transfer.retry',
  // Nothing is sent: all of it has paid what the artist owed.
  'transfer.net',
  'reversal.claim',
  'reversal.record',
  'reversal.retry',
  // The provider cannot take it back: it is a debt.
  'reversal.refuse',
  // One that was made at the provider, not by this app.
  'reversal.adopt',
  'refund.claim',
  'refund.record',
  'refund.retry',
  // What a refused one has become at the provider.
  'refund.resolve',
  'refund.outcome',
  // One that was made at the provider, not by this app.
  'refund.adopt',
  // What a customer's bank asks, has taken back or decided.
  'bankDispute.record',
  // An admin has sent evidence.
  'bankDispute.answer',
  // An admin adds or removes a file of evidence; it has an id at the provider.
  'evidence.attach',
  'evidence.remove',
  'evidence.save',
  // The files that go with the evidence are known, and cannot be removed.
  'evidence.mark',
  // An admin has paid it in another way.
  'settle.commit',
  // An admin gives back what was sold.
  'give.commit',
  // Of the platform to its bank: ordered by an admin, then made like a transfer.
  'payout.order',
  'payout.claim',
  'payout.record',
  'payout.retry',
  'payout.outcome',
  // A page that a day is compared with; the payouts of some artists' accounts; the day itself.
  'reconcile.page',
  'reconcile.accounts',
  'day.close',
  // What is booked for artists in a month; the statement of one artist, with its email.
  'statement.collect',
  'statement.commit',
] as const

/** Calls of the card provider. */
const calls = [
  'checkout.open',
  'pay.read',
  'close.call',
  'transfer.find',
  'transfer.send',
  'reversal.find',
  'reversal.send',
  // After an event.
  'reversal.list',
  'refund.find',
  'refund.send',
  'refund.read',
  'refund.charge',
  // After an event, or in the hourly comparison.
  'charge.read',
  'settle.find',
  'payout.find',
  'payout.send',
  'payout.read',
  'bankDispute.send',
  'evidence.upload',
  'reconcile.list',
] as const

/** Files of a delivery. */
const files = ['upload.store', 'preview.store'] as const

const actions = [...commits, ...calls, ...files] as const

export type Commit = (typeof commits)[number]
export type Action = (typeof actions)[number]
export type Failpoint = `${'before' | 'after'} ${Action}`

export const failpointNames: readonly Failpoint[] = actions.flatMap(
  (action) => [`before ${action}`, `after ${action}`] as const,
)

export type Failpoints = { reach: (name: Failpoint) => Promise<void> }

/** The failpoints of every app but those of tests. */
export const noFailpoints: Failpoints = { reach: async () => {} }

export const failpointModes = ['throw', 'pause', 'kill'] as const
export type FailpointMode = (typeof failpointModes)[number]

export type ArmedFailpoints = Failpoints & {
  /** The next call that reaches the place fails, waits, or ends the process. Resolves when one has reached it. */
  arm: (name: Failpoint, mode: FailpointMode) => Promise<void>
  /** Ends a pause there; or nothing happens there any more. */
  disarm: (name: Failpoint) => void
}

export type Committing = { db: Db; failpoints: Failpoints }

/** A transaction. The place before its commit is its last statement: a test finds what it has locked. */
export async function inTransaction<Result>(
  { db, failpoints }: Committing,
  commit: Commit,
  work: (tx: Db) => Promise<Result>,
): Promise<Result> {
  const result = await db.transaction().execute(async (tx) => {
    const made = await work(tx)
    await failpoints.reach(`before ${commit}`)
    return made
  })
  await failpoints.reach(`after ${commit}`)
  return result
}

/** A call of the provider, a file that is stored, or a single statement. */
export async function reaching<Result>(
  failpoints: Failpoints,
  action: Action,
  work: () => Promise<Result>,
): Promise<Result> {
  await failpoints.reach(`before ${action}`)
  const result = await work()
  await failpoints.reach(`after ${action}`)
  return result
}
