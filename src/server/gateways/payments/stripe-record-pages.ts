// Reads the provider's lists of a time: provider-lists.ts.

import type Stripe from 'stripe'
import type { ListCalls, ProviderRecord, RecordList, RecordPage } from './provider-lists.ts'
import { asBalanceTransaction } from './stripe-balance.ts'
import { asListedDispute, stateOfDispute } from './stripe-disputes.ts'
import { listedBalance, pageSize, readEach } from './stripe-lists.ts'
import { stateOfPayout } from './stripe-payouts.ts'
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

const nothing = {
  moved: [],
  charges: [],
  transfers: [],
  refunds: [],
  disputes: [],
  reversals: [],
  unread: [],
}

const readers: Record<RecordList, Read> = {
  async balance_transactions(stripe, range) {
    const list = await stripe.balanceTransactions.list(range)
    const { made: moved, unread } = readEach(list.data, asBalanceTransaction)
    const records = list.data.map((one) => ({ ...asRecord(one), feePence: one.fee }))
    return { ...nothing, moved, unread, records, ...pageAfter(list) }
  },

  // One that has failed has moved nothing.
  async charges(stripe, range) {
    const list = await stripe.charges.list(range)
    const paid = list.data.filter((charge) => charge.paid)
    const { made: charges, unread } = readEach(paid, asMadeCharge)
    return { ...nothing, charges, unread, records: list.data.map(asRecord), ...pageAfter(list) }
  },

  async transfers(stripe, range) {
    const listed = { ...range, expand: listedBalance }
    const list = await stripe.transfers.list(listed)
    const { made: transfers, unread } = readEach(list.data, asMadeTransfer)
    return { ...nothing, transfers, unread, records: list.data.map(asRecord), ...pageAfter(list) }
  },

  // They have no list of their own; each has moved our balance.
  async reversals(stripe, range) {
    const type = 'transfer_refund'
    const list = await stripe.balanceTransactions.list({ ...range, type, expand: ['data.source'] })
    const { made, unread } = readEach(list.data, asListedReversals)
    const reversals = made.flat()
    const records = reversals.map(({ providerId: id, pence, madeAt }) => ({
      id,
      pence,
      feePence: 0,
      madeAt,
      state: null,
    }))
    return { ...nothing, reversals, unread, records, ...pageAfter(list) }
  },

  async refunds(stripe, range) {
    const listed = { ...range, expand: listedBalance }
    const list = await stripe.refunds.list(listed)
    const { made: refunds, unread } = readEach(list.data, (refund) => asListedRefund(refund))
    return { ...nothing, refunds, unread, records: list.data.map(asRecord), ...pageAfter(list) }
  },

  async disputes(stripe, range) {
    const list = await stripe.disputes.list(range)
    const { made: disputes, unread } = readEach(list.data, asListedDispute)
    const records = list.data.map((one) => ({ ...asRecord(one), state: stateOfDispute(one) }))
    return { ...nothing, disputes, unread, records, ...pageAfter(list) }
  },

  async payouts(stripe, range) {
    const list = await stripe.payouts.list(range)
    const records = list.data.map((one) => ({ ...asRecord(one), state: stateOfPayout(one) }))
    return { ...nothing, records, ...pageAfter(list) }
  },
}

function pageAfter({ data, has_more: hasMore }: { data: { id: string }[]; has_more: boolean }) {
  return { nextPage: hasMore ? (data.at(-1)?.id ?? null) : null }
}

function asRecord({ id, amount, created }: Listed): ProviderRecord {
  return { id, pence: amount, feePence: 0, madeAt: new Date(created * 1000), state: null }
}

const seconds = (time: Date) => Math.floor(time.getTime() / 1000)
