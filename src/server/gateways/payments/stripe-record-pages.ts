// Reads the provider's lists of a time: provider-lists.ts.

import type Stripe from 'stripe'
import type { ListCalls, ProviderRecord, RecordList, RecordPage } from './provider-lists.ts'
import { asBalanceTransaction } from './stripe-balance.ts'
import { asListedDispute } from './stripe-disputes.ts'
import { listedBalance, pageSize } from './stripe-lists.ts'
import type { callsWithDeadline } from './stripe-problems.ts'
import { asListedRefund, asMadeCharge, asMadeTransfer } from './stripe-records.ts'
import { asListedReversals } from './stripe-reversals.ts'

type Calls = Pick<ReturnType<typeof callsWithDeadline>, 'callProvider'>
type Range = { limit: number; created: { gte: number; lt: number }; starting_after?: string }
type Listed = { id: string; created: number; amount: number }
type Read = (stripe: Stripe, range: Range) => Promise<RecordPage>

export function listCalls(stripe: Stripe, { callProvider }: Calls): ListCalls {
  return {
    async listRecords({ list, since, until, page }) {
      const created = { gte: seconds(since), lt: seconds(until) }
      const start = page === null ? {} : { starting_after: page }
      return callProvider(() => readers[list](stripe, { limit: pageSize, created, ...start }))
    },
  }
}

const nothing = { moved: [], charges: [], transfers: [], refunds: [], disputes: [], reversals: [] }

const readers: Record<RecordList, Read> = {
  async balance_transactions(stripe, range) {
    const list = await stripe.balanceTransactions.list(range)
    const records = list.data.map((moved) => ({ ...asRecord(moved), feePence: moved.fee }))
    return { ...nothing, moved: list.data.map(asBalanceTransaction), records, ...pageAfter(list) }
  },

  // One that has failed has moved nothing.
  async charges(stripe, range) {
    const list = await stripe.charges.list(range)
    const charges = list.data.filter(({ paid }) => paid).map(asMadeCharge)
    return { ...nothing, charges, records: list.data.map(asRecord), ...pageAfter(list) }
  },

  async transfers(stripe, range) {
    const listed = { ...range, expand: listedBalance }
    const list = await stripe.transfers.list(listed)
    const transfers = list.data.map(asMadeTransfer)
    return { ...nothing, transfers, records: list.data.map(asRecord), ...pageAfter(list) }
  },

  // They have no list of their own; each has moved our balance.
  async reversals(stripe, range) {
    const type = 'transfer_refund'
    const list = await stripe.balanceTransactions.list({ ...range, type, expand: ['data.source'] })
    const reversals = list.data.flatMap(asListedReversals)
    const records = reversals.map(({ providerId: id, pence, madeAt }) => ({
      id,
      pence,
      feePence: 0,
      madeAt,
    }))
    return { ...nothing, reversals, records, ...pageAfter(list) }
  },

  async refunds(stripe, range) {
    const listed = { ...range, expand: listedBalance }
    const list = await stripe.refunds.list(listed)
    const refunds = list.data.map((refund) => asListedRefund(refund))
    return { ...nothing, refunds, records: list.data.map(asRecord), ...pageAfter(list) }
  },

  async disputes(stripe, range) {
    const list = await stripe.disputes.list(range)
    const disputes = list.data.map(asListedDispute)
    return { ...nothing, disputes, records: list.data.map(asRecord), ...pageAfter(list) }
  },

  async payouts(stripe, range) {
    const list = await stripe.payouts.list(range)
    return { ...nothing, records: list.data.map(asRecord), ...pageAfter(list) }
  },
}

function pageAfter({ data, has_more: hasMore }: { data: { id: string }[]; has_more: boolean }) {
  return { nextPage: hasMore ? (data.at(-1)?.id ?? null) : null }
}

function asRecord({ id, amount, created }: Listed): ProviderRecord {
  return { id, pence: amount, feePence: 0, madeAt: new Date(created * 1000) }
}

const seconds = (time: Date) => Math.floor(time.getTime() / 1000)
