// What the provider charges the platform for its connected accounts: once a month, for the payouts of the month before.
import { sharePence } from '../money/amounts.ts'
import { recordMovement } from '../money/balance.ts'
import { activeAccountFeePence, payoutPrice } from '../money/price-list.ts'
import type { Sandbox } from '../state/sandbox.ts'
import { platform } from '../storage/object-store.ts'
import { readSetting, writeSetting } from '../storage/settings.ts'

const lastBilled = 'accounts_billed_until'

/** Each month that has passed since the last time. Assumption: the provider bills on the first day of the next one. */
export function billAccounts(sandbox: Sandbox): void {
  const { clock, db } = sandbox
  const thisMonth = monthOf(clock.now())
  const last = readSetting(db, lastBilled)
  if (last === String(thisMonth)) return
  writeSetting(db, lastBilled, String(thisMonth))
  // The first month in the life of the storage has none before it.
  if (last === undefined) return
  for (let month = Number(last); month < thisMonth; month = nextMonth(month)) {
    billMonth(sandbox, month)
  }
}

function billMonth(sandbox: Sandbox, month: number): void {
  const end = nextMonth(month)
  const { accounts, payouts, pence } = countPayouts(sandbox, month, end)
  if (payouts === 0) return
  const period = `${dateOf(month)} - ${dateOf(end - 1)}`
  const charges: [item: string, pence: number][] = [
    ['Active Account Billing', accounts * activeAccountFeePence],
    ['Account Volume Billing', sharePence(pence, payoutPrice.perTenThousand)],
    ['Payout Fee', payouts * payoutPrice.pence],
  ]
  for (const [item, amountPence] of charges) {
    if (amountPence === 0) continue
    recordMovement(sandbox, {
      owner: platform,
      type: 'stripe_fee',
      amountPence: -amountPence,
      source: null,
      created: end,
      description: `Connect (${period}): ${item}`,
    })
  }
}

/** Those that were canceled cost nothing, nor do those by which a bank was debited. */
function countPayouts({ db }: Sandbox, since: number, until: number) {
  const row = db
    .prepare(
      `SELECT count(DISTINCT owner) AS accounts, count(*) AS payouts,
         coalesce(sum(json_extract(body, '$.amount')), 0) AS pence
       FROM objects INDEXED BY payouts_by_time WHERE kind = 'payout' AND owner <> ?
         AND created >= ? AND created < ? AND json_extract(body, '$.amount') > 0
         AND json_extract(body, '$.status') <> 'canceled'`,
    )
    .get(platform, since, until)
  return {
    accounts: Number(row?.['accounts']),
    payouts: Number(row?.['payouts']),
    pence: Number(row?.['pence']),
  }
}

/** The beginning of its month (UTC), in Unix seconds. */
function monthOf(seconds: number): number {
  const date = new Date(seconds * 1000)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth()) / 1000
}

function nextMonth(month: number): number {
  const date = new Date(month * 1000)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1) / 1000
}

function dateOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10)
}
