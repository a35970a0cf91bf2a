// What commissions and their money are, as the specification says it: without a database, a card provider or a clock.

import type { DeadlineName, Deadlines } from '#rules/commissions/commission-deadlines.ts'
import {
  commissionSteps,
  type CommissionState,
  type CommissionStep,
} from '#rules/commissions/commission-process.ts'
import type { Actor } from '#rules/process.ts'
import { allowedSteps, expectedRefusal } from '../allowed-steps.ts'

type CommissionStatus = CommissionState['status']

const [hourMs, dayMs] = [3_600_000, 24 * 3_600_000]
const [maxCheckoutMs, minCheckoutMs] = [24 * hourMs - 600_000, 40 * 60_000]
const [artistPence, customerPence, refundOfPart] = [4000, 4420, 2750]
const places = 4

/** On the provider's page: not yet paid, paid, or complete while the bank has not decided. */
type Checkout = { state: 'open' | 'paid' | 'deciding' | 'failed'; expiresAt: number }

/** In milliseconds. */
type Moments = Partial<Record<DeadlineName, number>>

export class Modelled {
  customer: number
  artist: number
  at: Moments
  status: CommissionStatus = 'pending_artist'
  reason: string | null = null
  revisions = 0
  maxIncludedRevisions = 2
  frozen: { at: number; by: 'admin' | 'ban' | 'late_change' } | null = null
  dispute: { openedAt: number; isAnswered: boolean } | null = null
  hasDelivery = false
  paidAt: number | null = null
  /** Of the payment that is open, for all that the site knows. */
  checkout: Checkout | null = null
  /** Of the payment whose money the site waits for. */
  confirming: Checkout | null = null
  received = 0
  transferPence = 0
  refundPence = 0

  constructor(customer: number, artist: number, at: Moments) {
    this.customer = customer
    this.artist = artist
    this.at = at
  }
}

export type Decision = 'release' | 'partial' | 'refund' | 'extra_revision'
/** The artist's part of a partial decision. */
export const partPence = 1500

const heldStatuses: readonly CommissionStatus[] = ['in_progress', 'delivered']
const isUnpaid = ({ status }: Modelled) => status === 'pending_artist' || status === 'requested'
const freezable: readonly CommissionStatus[] = ['accepted', ...heldStatuses]
const afterwards = ['approved', 'cron_pending', 'completed'] as const
const isPaid = ({ status }: Modelled) => [...freezable, ...afterwards].includes(status)
const approval = ({ paidAt }: Modelled, wanted: number, now: number) =>
  Math.max(now, Math.min(wanted, (paidAt ?? 0) + 84 * dayMs))
const openWork = new Set<CommissionStatus>(['requested', ...freezable])
const endings = ['approveSilently', 'endUnfinished'] as const
const timers = ['lapse', 'expire', ...endings, 'holdTooLong'] as const

const decisions = {
  ...({ release: 'decideApproval', partial: 'decideApproval' } as const),
  ...({ refund: 'decideRefund', extra_revision: 'decideRevision' } as const),
}

/** Users are numbers: two customers, then two artists. */
export class CommissionModel {
  readonly commissions: Modelled[] = []
  readonly banned = new Set<number>()
  readonly held = new Set<number>()
  now = 0

  /** Each command returns the code of its refusal; 'done' without one. */
  request(customer: number, artist: number): string {
    if (this.banned.has(customer)) return 'banned'
    if (this.banned.has(artist)) return 'artist_suspended'
    if (this.isBooked(artist)) return 'fully_booked'
    const own = this.of(artist).filter((one) => one.customer === customer)
    if (own.filter(isUnpaid).length >= 3) return 'too_many_unpaid_of_artist'
    const answerBy = this.now + 7 * dayMs
    this.commissions.push(new Modelled(customer, artist, { answerBy }))
    return 'done'
  }

  /** A step of a party. */
  step(one: Modelled, step: CommissionStep, actor: 'customer' | 'artist'): string {
    if (this.banned.has(actor === 'customer' ? one.customer : one.artist)) return 'banned'
    const isWithdrawal = step === 'withdraw' || step === 'artistWithdraw'
    const refusal = this.refusal(one, step, actor)
    if (refusal !== null) return isWithdrawal && isPaid(one) ? 'commission_paid' : refusal
    if (isWithdrawal) {
      this.learn(one)
      if (!isUnpaid(one)) return 'commission_paid'
      one.checkout = null
    }
    if (step === 'accept' && this.isBooked(one.artist)) return 'fully_booked'
    this.take(one, step)
    return 'done'
  }

  /** Opens the provider's page, or the open one again. */
  checkOut(one: Modelled): string {
    if (this.banned.has(one.customer)) return 'banned'
    if (one.checkout && one.checkout.expiresAt <= this.now + 60_000) this.learn(one)
    const refusal = this.refusal(one, 'checkOut', 'customer')
    if (refusal !== null) return refusal
    const leftMs = (one.at.payBy ?? 0) - this.now
    const lifeMs = Math.min(Math.max(leftMs, minCheckoutMs), maxCheckoutMs)
    one.checkout ??= { state: 'open', expiresAt: this.now + lifeMs }
    return 'done'
  }

  decide(one: Modelled, decision: Decision): string {
    const step = decisions[decision]
    const refusal = this.refusal(one, step, 'admin')
    if (refusal !== null) return refusal
    if (decision === 'extra_revision' && this.changed(one).endAt <= this.now)
      return 'commission_too_late'
    this.take(one, step, decision === 'partial')
    return 'done'
  }

  freeze(one: Modelled): string {
    if (one.frozen) return 'commission_frozen'
    if (!freezable.includes(one.status)) return 'not_freezable'
    one.frozen = { at: this.now, by: 'admin' }
    return 'done'
  }

  unfreeze(one: Modelled): string {
    if (!one.frozen) return 'not_frozen'
    if (this.hasBanned(one)) return 'frozen_by_ban'
    const after = Object.assign(new Modelled(0, 0, {}), one, { at: { ...one.at } })
    this.thaw(after)
    const isOver = endings.some((step) => this.refusal(after, step, 'system') === null)
    if (isOver) return 'commission_too_late'
    Object.assign(one, after)
    return 'done'
  }

  ban(user: number): void {
    if (this.banned.has(user)) return
    this.banned.add(user)
    if (user >= 2) this.held.add(user)
    for (const one of this.of(user)) {
      if (isUnpaid(one)) this.end(one, 'party_banned')
      else if (freezable.includes(one.status)) one.frozen ??= { at: this.now, by: 'ban' }
    }
  }

  unban(user: number): void {
    this.banned.delete(user)
    for (const one of this.of(user))
      if (one.frozen?.by === 'ban' && !this.hasBanned(one)) this.thaw(one)
  }

  release(artist: number): void {
    this.held.delete(artist)
  }

  /** All jobs have run. With `events`, the site has heard everything from the provider, and its timers have run. */
  settle({ events }: { events: boolean }): void {
    for (const one of this.commissions) {
      if (events) {
        this.learn(one)
        if (this.hasBanned(one) || this.refusal(one, 'checkOut', 'customer')) one.checkout = null
        for (const step of timers)
          if (this.refusal(one, step, 'system') === null) this.take(one, step)
      }
      if (one.status === 'approved' || one.status === 'cron_pending')
        one.status = this.held.has(one.artist) ? 'cron_pending' : 'completed'
    }
  }

  private refusal(one: Modelled, step: CommissionStep, actor: Actor) {
    const dates = Object.entries(one.at).map(([name, ms]) => [name, new Date(ms)] as const)
    const state: CommissionState = {
      status: one.status,
      isFrozen: one.frozen !== null,
      isPartyBanned: this.hasBanned(one),
      // The other table is written for two revisions.
      revisionCount: one.revisions - one.maxIncludedRevisions + 2,
      maxRevisions: 2,
      hasDelivery: one.hasDelivery,
      preparation: null,
      dispute: one.dispute,
      ...(Object.fromEntries(dates) as Deadlines),
    }
    return expectedRefusal(state, { step, actor, now: new Date(this.now) })
  }

  private take(one: Modelled, step: CommissionStep, isPartial = false): void {
    const { now } = this
    const to = allowedSteps.find((row) => row.step === step && row.from === one.status)?.to
    if (to === undefined) throw new Error(`${step} does not start from ${one.status}.`)
    if (step === 'endDispute' && one.dispute && one.at.approveAt) {
      one.at.approveAt = approval(one, one.at.approveAt + now - one.dispute.openedAt, now)
      one.dispute = null
    }
    if (step === 'answerDispute' && one.dispute) one.dispute.isAnswered = true
    if (step === 'dispute') one.dispute = { openedAt: now, isAnswered: false }
    if (step === 'accept') one.at.payBy = now + 72 * hourMs
    if (step === 'upload') {
      one.at.approveAt = approval(one, now + 14 * dayMs, now)
      Object.assign(one, { status: 'delivered', hasDelivery: true })
    }
    if (step === 'requestChanges' || step === 'decideRevision') {
      Object.assign(one.at, this.changed(one))
      delete one.at.approveAt
      Object.assign(one, { dispute: null, status: to })
      const isLate = now >= (one.paidAt ?? 0) + 70 * dayMs
      if (step === 'decideRevision') one.maxIncludedRevisions += 1
      else one.revisions += 1
      one.frozen = step === 'requestChanges' && isLate ? { at: now, by: 'late_change' } : null
    }
    if (to === 'approved') this.approve(one, isPartial)
    else if (to === 'cancelled') this.end(one, commissionSteps[step].reason ?? '')
    else if (step !== 'upload') one.status = to
  }

  private changed({ paidAt, at: { endAt = 0 } }: Modelled) {
    const dueAt = this.now + 7 * dayMs
    const latest = Math.max(endAt, (paidAt ?? 0) + 80 * dayMs)
    const overdueAt = dueAt + 3 * dayMs
    return { dueAt, overdueAt, endAt: Math.min(Math.max(endAt, overdueAt), latest) }
  }

  private approve(one: Modelled, isPartial: boolean): void {
    Object.assign(one, { status: 'approved', dispute: null, frozen: null })
    one.transferPence = isPartial ? partPence : artistPence
    if (isPartial) one.refundPence += refundOfPart
  }

  private end(one: Modelled, reason: string): void {
    if (heldStatuses.includes(one.status)) one.refundPence += customerPence
    Object.assign(one, { status: 'cancelled', reason, dispute: null, frozen: null })
  }

  /** What the provider says of its checkouts. One that is open can be closed at the same time. */
  private learn(one: Modelled): void {
    const { checkout, confirming } = one
    if (confirming && confirming.state !== 'deciding') {
      one.confirming = null
      if (confirming.state === 'paid') this.receive(one)
      else if (one.status === 'accepted') this.fail(one)
    }
    if (!checkout || (checkout.state === 'open' && this.now < checkout.expiresAt)) return
    one.checkout = null
    if (checkout.state === 'paid') this.receive(one)
    if (checkout.state !== 'deciding') return
    one.confirming = checkout
    if (one.status === 'requested') one.status = 'accepted'
  }

  private receive(one: Modelled): void {
    one.received += 1
    if (one.status !== 'requested' && one.status !== 'accepted') one.refundPence += customerPence
    else {
      const day = (count: number) => this.now + count * dayMs
      Object.assign(one, { status: 'in_progress', paidAt: this.now })
      const dates = { dueAt: day(7), overdueAt: day(10), endAt: day(60), holdUntil: day(85) }
      Object.assign(one.at, dates)
    }
  }

  private fail(one: Modelled): void {
    if (this.hasBanned(one)) this.end(one, 'party_banned')
    else if (this.now >= (one.at.payBy ?? 0)) this.end(one, 'payment_expired')
    else Object.assign(one, { status: 'requested', frozen: null })
  }

  private thaw(one: Modelled): void {
    const { frozen, paidAt } = one
    one.frozen = null
    if (!frozen || paidAt === null) return
    const ms = this.now - Math.max(frozen.at, paidAt)
    const { dueAt = 0, overdueAt = 0, approveAt, endAt = 0, holdUntil = 0 } = one.at
    Object.assign(one.at, { dueAt: dueAt + ms, overdueAt: overdueAt + ms })
    one.at.endAt = Math.min(endAt + ms, holdUntil)
    if (approveAt && !one.dispute) one.at.approveAt = approval(one, approveAt + ms, this.now)
  }

  private hasBanned({ customer, artist }: Modelled): boolean {
    return this.banned.has(customer) || this.banned.has(artist)
  }

  private isBooked(artist: number): boolean {
    return this.of(artist).filter(({ status }) => openWork.has(status)).length >= places
  }

  private of(user: number): Modelled[] {
    return this.commissions.filter(({ customer, artist }) => customer === user || artist === user)
  }
}
