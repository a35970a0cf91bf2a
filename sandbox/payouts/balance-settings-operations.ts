// The API's operations on the balance settings of the platform and of connected accounts.
import type { Stripe } from 'stripe'
import { serve, type Call } from '../api/operation.ts'
import { invalidParameter, missingParameter, notServed } from '../api/stripe-failure.ts'
import type { Sandbox } from '../state/sandbox.ts'
import {
  weekdays,
  type PayoutSchedule,
  type PayoutSettings,
  type Weekday,
} from '../storage/stored-kinds.ts'
import { currency } from '../money/amounts.ts'
import { canBePaidOut } from './bank-account.ts'
import { readPayoutSettings, settlementDelayDays, writePayoutSettings } from './payout-settings.ts'

type Params = Stripe.BalanceSettingsUpdateParams
type PayoutParams = NonNullable<NonNullable<Params['payments']>['payouts']>
type ScheduleParams = NonNullable<PayoutParams['schedule']>

/** The lowest value for the account, and the highest that the provider takes. */
const minDelayDays = 2
const maxDelayDays = 31
const maxDayOfMonth = 31
const intervals = ['daily', 'manual', 'weekly', 'monthly'] as const
const schedulePath = 'payments[payouts][schedule]'

export const balanceSettingsOperations = [
  serve('BalanceSettings.retrieve', retrieveSettings),
  serve('BalanceSettings.update', updateSettings, { forAccounts: true }),
]

function retrieveSettings(sandbox: Sandbox, { owner }: Call<object>): Stripe.BalanceSettings {
  const settings = readPayoutSettings(sandbox, owner)
  const { minimumPence } = settings
  return {
    object: 'balance_settings',
    payments: {
      debit_negative_balances: settings.debitsNegativeBalance,
      payouts: {
        automatic_transfer_rules_by_currency: null,
        minimum_balance_by_currency: minimumPence === 0 ? null : { [currency]: minimumPence },
        schedule: shownSchedule(settings.schedule),
        statement_descriptor: settings.statementDescriptor,
        status: canBePaidOut(sandbox, owner) ? 'enabled' : 'disabled',
      },
      settlement_timing: {
        delay_days: settlementDelayDays(settings),
        ...(settings.delayDays === null ? {} : { delay_days_override: settings.delayDays }),
        start_of_day: null,
      },
    },
  }
}

function shownSchedule(schedule: PayoutSchedule): Stripe.BalanceSettings.Payments.Payouts.Schedule {
  const { interval } = schedule
  if (interval === 'weekly') return { interval, weekly_payout_days: schedule.days }
  if (interval === 'monthly') return { interval, monthly_payout_days: schedule.days }
  return { interval }
}

function updateSettings(sandbox: Sandbox, call: Call<Params>): Stripe.BalanceSettings {
  const { payments } = call.params
  const before = readPayoutSettings(sandbox, call.owner)
  const debits = payments?.debit_negative_balances
  writePayoutSettings(sandbox, {
    ...before,
    ...(debits === undefined ? {} : { debitsNegativeBalance: debits }),
    ...withPayouts(before, payments?.payouts),
    ...withTiming(payments?.settlement_timing),
  })
  return retrieveSettings(sandbox, call)
}

function withPayouts(
  before: PayoutSettings,
  payouts: PayoutParams | undefined,
): Partial<PayoutSettings> {
  if (!payouts) return {}
  if (payouts.automatic_transfer_rules_by_currency) {
    throw notServed('financial accounts', 'payments[payouts][automatic_transfer_rules_by_currency]')
  }
  const { minimum_balance_by_currency: minimum, schedule, statement_descriptor: text } = payouts
  return {
    ...(schedule ? { schedule: readSchedule(schedule, before.schedule) } : {}),
    ...(minimum === undefined ? {} : { minimumPence: readMinimum(minimum) }),
    ...(text === undefined ? {} : { statementDescriptor: text || null }),
  }
}

function readSchedule(params: ScheduleParams, before: PayoutSchedule): PayoutSchedule {
  const interval = intervals.find((known) => known === (params.interval ?? before.interval))
  if (params.weekly_payout_days && interval !== 'weekly') throw inapplicable('weekly_payout_days')
  if (params.monthly_payout_days && interval !== 'monthly') {
    throw inapplicable('monthly_payout_days')
  }
  if (interval === 'weekly') return { interval, days: readWeek(params) }
  if (interval === 'monthly') return { interval, days: readMonth(params) }
  if (interval) return { interval }
  throw invalidParameter(`Invalid interval: ${params.interval}`, {
    param: `${schedulePath}[interval]`,
  })
}

function readWeek({ weekly_payout_days: days }: ScheduleParams): Weekday[] {
  if (!days?.length) throw missingParameter(`${schedulePath}[weekly_payout_days]`)
  return weekdays.filter((day) => days.includes(day))
}

function readMonth({ monthly_payout_days: days }: ScheduleParams): number[] {
  const param = `${schedulePath}[monthly_payout_days]`
  if (!days?.length) throw missingParameter(param)
  if (days.some((day) => day < 1 || day > maxDayOfMonth)) {
    throw invalidParameter('The days of a month are 1 to 31.', { param })
  }
  return [...new Set(days)]
}

function inapplicable(name: string) {
  return invalidParameter(`${name} does not apply to this interval.`, {
    param: `${schedulePath}[${name}]`,
  })
}

type MinimumParams = PayoutParams['minimum_balance_by_currency']

function readMinimum(minimum: MinimumParams): number {
  const param = 'payments[payouts][minimum_balance_by_currency]'
  if (!minimum) return 0
  const unserved = Object.keys(minimum).find((name) => name !== currency)
  if (unserved !== undefined) throw notServed(`balances in ${unserved}`, param)
  const pence = minimum[currency]
  if (typeof pence === 'number' && pence < 0) {
    throw invalidParameter('This value must be greater than or equal to 0.', { param })
  }
  return typeof pence === 'number' ? pence : 0
}

type TimingParams = NonNullable<Params['payments']>['settlement_timing']

function withTiming(timing: TimingParams): Partial<PayoutSettings> {
  if (timing?.start_of_day) {
    throw notServed('other starts of the day', 'payments[settlement_timing][start_of_day]')
  }
  const days = timing?.delay_days_override
  if (days === undefined) return {}
  if (days === '' || days === null) return { delayDays: null }
  if (days < minDelayDays || days > maxDelayDays) {
    throw invalidParameter(`The delay must be ${minDelayDays} to ${maxDelayDays} days.`, {
      param: 'payments[settlement_timing][delay_days_override]',
    })
  }
  return { delayDays: days }
}
