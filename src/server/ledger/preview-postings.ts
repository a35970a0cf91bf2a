// What a decision of an admin books once the card provider has done its part: made of the postings themselves.

import type { BalanceTransaction } from '#server/gateways/payments/payments.ts'
import {
  postingOfArrivedRefund,
  postingOfLeavingRefund,
  postingOfTransfer,
} from './ledger-postings.ts'

export type PreviewEntry = { account: string; pence: number }

export function previewOfTransfer(artistId: string, pence: number): PreviewEntry[] {
  const { entries } = postingOfTransfer({ paymentId: '', artistId, balance: balanceOf(-pence) })
  return sumByAccount(entries)
}

/** Until it has arrived. */
export function previewOfRefund(paymentId: string, pence: number): PreviewEntry[] {
  const leaving = postingOfLeavingRefund({ paymentId, balance: balanceOf(-pence) })
  const arriving = postingOfArrivedRefund({ providerId: '', paymentId, pence })
  return sumByAccount([...leaving.entries, ...arriving.entries])
}

export function sumByAccount(entries: readonly PreviewEntry[]): PreviewEntry[] {
  const sums = new Map<string, number>()
  for (const { account, pence } of entries) sums.set(account, (sums.get(account) ?? 0) + pence)
  return [...sums]
    .map(([account, pence]) => ({ account, pence }))
    .filter(({ pence }) => pence !== 0)
}

/** The provider takes no fee for these. */
function balanceOf(amountPence: number): BalanceTransaction {
  const at = new Date(0)
  return {
    id: '',
    type: '',
    amountPence,
    feePence: 0,
    currency: 'gbp',
    sourceId: null,
    description: null,
    createdAt: at,
    availableAt: at,
  }
}
