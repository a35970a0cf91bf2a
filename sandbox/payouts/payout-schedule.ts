// Automatic payouts: at midnight (UTC), to every bank whose schedule says so, what has settled until then.
import { ownersWithMoney, readBalance, recordMovement } from '../money/balance.ts'
import { findUnpaid, seqOf } from '../money/payout-contents.ts'
import { minPayoutPence } from '../money/price-list.ts'
import { byHostedPage, type Sandbox } from '../state/sandbox.ts'
import { readSetting, writeSetting } from '../storage/settings.ts'
import { canBePaidOut } from './bank-account.ts'
import { payOut } from './pay-out.ts'
import { paysOutAt, readPayoutSettings } from './payout-settings.ts'

const daySeconds = 24 * 60 * 60
const lastPaidOut = 'paid_out_until'

/** Each midnight that has passed since the last time. */
export function payOutBySchedule(sandbox: Sandbox): void {
  const { clock, db } = sandbox
  const now = clock.now()
  const latest = now - (now % daySeconds)
  const last = Number(readSetting(db, lastPaidOut) ?? latest - daySeconds)
  if (latest <= last) return
  writeSetting(db, lastPaidOut, String(latest))
  for (let midnight = last + daySeconds; midnight <= latest; midnight += daySeconds) {
    for (const owner of ownersWithMoney(sandbox)) payOutAt(sandbox, owner, midnight)
  }
}

function payOutAt(sandbox: Sandbox, owner: string, midnight: number): void {
  const { minimumPence, schedule } = readPayoutSettings(sandbox, owner)
  if (!paysOutAt(schedule, midnight) || !canBePaidOut(sandbox, owner)) return
  const settled = findUnpaid(sandbox, owner, midnight)
  const { availablePence } = readBalance(sandbox, owner)
  // What has left the balance since midnight is missing in the payout.
  const contents =
    settled.pence <= availablePence ? settled : findUnpaid(sandbox, owner, sandbox.clock.now())
  const amountPence = contents.pence - minimumPence
  if (amountPence < minPayoutPence) return
  const held = minimumPence === 0 ? [] : [holdBack(sandbox, owner, minimumPence, midnight)]
  payOut(sandbox, byHostedPage, {
    owner,
    amountPence,
    contents: [...contents.seqs, ...held],
    created: midnight,
  })
}

/** What stays is taken out of this payout, and is part of the next one. Returns what belongs to this one. */
function holdBack(sandbox: Sandbox, owner: string, pence: number, created: number): number {
  const movement = { owner, source: null, created }
  const hold = recordMovement(sandbox, {
    ...movement,
    type: 'payout_minimum_balance_hold',
    amountPence: -pence,
    description: 'Payout minimum balance hold',
  })
  recordMovement(sandbox, {
    ...movement,
    type: 'payout_minimum_balance_release',
    amountPence: pence,
    description: 'Payout minimum balance release',
  })
  return seqOf(sandbox, hold)
}
