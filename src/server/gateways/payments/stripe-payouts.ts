// Payouts to banks, the platform's own and those of artists' accounts, and when artists' accounts are paid.

import type Stripe from 'stripe'
import { z } from 'zod'
import { payoutWeekdays, type PayoutSchedule } from '#rules/payments/payout-schedule.ts'
import type { BankPayout, PayoutCalls, PayoutPart } from './bank-payouts.ts'
import { PaymentRefused } from './payments.ts'
import { asBalanceTransaction, readBalance } from './stripe-balance.ts'
import { listedBalance, listing } from './stripe-lists.ts'
import type { callsWithDeadline } from './stripe-problems.ts'

type Calls = ReturnType<typeof callsWithDeadline>
type ScheduleParams = Stripe.BalanceSettingsUpdateParams.Payments.Payouts.Schedule

export function payoutCalls(stripe: Stripe, calls: Calls): PayoutCalls {
  return {
    ...scheduleCalls(stripe, calls),
    ...readCalls(stripe, calls),
    ...makeCalls(stripe, calls),
  }
}

function scheduleCalls(
  stripe: Stripe,
  { callProvider }: Calls,
): Pick<PayoutCalls, 'readPayoutSchedule' | 'setPayoutSchedule'> {
  return {
    async readPayoutSchedule(accountId) {
      const { payments } = await callProvider(() =>
        stripe.balanceSettings.retrieve({}, ofAccount(accountId)),
      )
      return asSchedule(payments.payouts?.schedule)
    },

    async setPayoutSchedule(accountId, schedule) {
      const payments = { payouts: { schedule: scheduleParams(schedule) } }
      await callProvider(() => stripe.balanceSettings.update({ payments }, ofAccount(accountId)))
    },
  }
}

function readCalls(
  stripe: Stripe,
  { callProvider }: Calls,
): Pick<PayoutCalls, 'readPayout' | 'listPayouts' | 'listPayoutParts'> {
  const listAll = listing(callProvider)
  return {
    async readPayout({ payoutId, accountId }) {
      const expand = ['balance_transaction', 'failure_balance_transaction']
      const payout = await callProvider(() =>
        stripe.payouts.retrieve(payoutId, { expand }, ofAccount(accountId)),
      )
      return asBankPayout(payout)
    },

    async listPayouts({ accountId, since }) {
      const payouts = await listAll(since, (params) =>
        stripe.payouts.list({ ...params, expand: listedBalance }, ofAccount(accountId)),
      )
      return payouts.map(asBankPayout)
    },

    async listPayoutParts({ payoutId, accountId }) {
      try {
        const parts = await listAll(null, (params) =>
          stripe.balanceTransactions.list(
            { ...params, payout: payoutId, expand: ['data.source'] },
            ofAccount(accountId),
          ),
        )
        return parts.filter(({ source }) => idOf(source) !== payoutId).map(asPart)
      } catch (error) {
        if (error instanceof PaymentRefused && error.code === 'payout_reconciliation_not_ready')
          return null
        throw error
      }
    },
  }
}

function makeCalls(
  stripe: Stripe,
  { callProvider, callWithKey }: Calls,
): Pick<PayoutCalls, 'makePayout' | 'findPayout'> {
  return {
    async makePayout({ rowId, amountPence, idempotencyKey }) {
      const payout = await callWithKey(() =>
        stripe.payouts.create(
          {
            amount: amountPence,
            currency: 'gbp',
            metadata: { [rowName]: rowId },
            expand: ['balance_transaction'],
          },
          { idempotencyKey },
        ),
      )
      return asBankPayout(payout)
    },

    async findPayout({ rowId, since }) {
      const payouts = await listing(callProvider)(since, (params) =>
        stripe.payouts.list({ ...params, expand: listedBalance }),
      )
      const found = payouts.find(({ metadata }) => metadata?.[rowName] === rowId)
      return found === undefined ? null : asBankPayout(found)
    },
  }
}

/** The name of our row, at the provider. */
const rowName = 'payout_row'

/** Names an artist's account; without it, the call is for the platform's own. */
function ofAccount(accountId: string | null): { stripeAccount?: string } {
  return accountId === null ? {} : { stripeAccount: accountId }
}

function scheduleParams(schedule: PayoutSchedule): ScheduleParams {
  const { interval } = schedule
  if (interval === 'monthly') return { interval, monthly_payout_days: [schedule.day] }
  if (interval === 'daily') return { interval }
  const day = payoutWeekdays[schedule.day - 1]
  if (day === undefined) throw new Error(`No bank is paid on day ${schedule.day} of a week.`)
  return { interval, weekly_payout_days: [day] }
}

type Schedule = Stripe.BalanceSettings.Payments.Payouts.Schedule | null | undefined

/** Null for one that an operator's variables cannot say, for example on two days. */
function asSchedule(schedule: Schedule): PayoutSchedule | null {
  const days = schedule?.monthly_payout_days ?? schedule?.weekly_payout_days ?? []
  const [day] = days
  if (schedule?.interval === 'daily') return { interval: 'daily' }
  if (day === undefined || days.length > 1) return null
  if (schedule?.interval === 'monthly') return { interval: 'monthly', day: Number(day) }
  const weekday = payoutWeekdays.findIndex((name) => name === day)
  return weekday === -1 ? null : { interval: 'weekly', day: weekday + 1 }
}

const states: Record<string, BankPayout['state']> = {
  paid: 'paid',
  failed: 'failed',
  canceled: 'canceled',
}

/** The provider may add new states: none of them means that the money has arrived. */
export function stateOfPayout({ status }: Stripe.Payout): BankPayout['state'] {
  return states[status] ?? 'on_its_way'
}

function asBankPayout(payout: Stripe.Payout): BankPayout {
  const returned = payout.failure_balance_transaction
  return {
    payoutId: payout.id,
    rowId: payout.metadata?.[rowName] ?? null,
    pence: payout.amount,
    state: stateOfPayout(payout),
    createdAt: new Date(payout.created * 1000),
    arrivesAt: new Date(payout.arrival_date * 1000),
    failureCode: payout.failure_code,
    canBeListed: payout.automatic && payout.reconciliation_status === 'completed',
    left: readBalance(payout.balance_transaction),
    // Of a list, only its id is known.
    returned: typeof returned === 'object' && returned ? asBalanceTransaction(returned) : null,
  }
}

/** The fields that are read of the object that moved money on an artist's account. */
const sourceSchema = z
  .object({ id: z.string(), source_transfer: z.string().nullable().optional() })
  .nullable()

function asPart({ id, net, type, source }: Stripe.BalanceTransaction): PayoutPart {
  const known = sourceSchema.parse(source)
  return {
    balanceTransactionId: id,
    pence: net,
    type,
    sourceId: known?.id ?? null,
    transferId: known?.source_transfer ?? null,
  }
}

/** The payout itself is in its list, too. */
function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === 'object' ? (reference?.id ?? null) : reference
}
