// Why nothing can be paid to the platform's bank now.

import type { PlatformMoney } from '#contracts/admin/platform-balance.ts'
import { minPayoutPence } from '#rules/payments/platform-balance.ts'
import { formatPence } from '#rules/price.ts'

export function NothingOffered({ balance }: Pick<PlatformMoney, 'balance'>) {
  return <p>Nothing can be paid to our bank now: {reasonOf(balance)}</p>
}

function reasonOf({ earnedPence, availablePence }: PlatformMoney['balance']): string {
  const least = `a payout has at least ${formatPence(minPayoutPence)}.`
  if (earnedPence <= 0) return 'nothing is earned above the reserve.'
  if (earnedPence < minPayoutPence)
    return `${formatPence(earnedPence)} is earned above the reserve, and ${least}`
  return `of the balance ${formatPence(availablePence)} is available, and ${least}`
}
