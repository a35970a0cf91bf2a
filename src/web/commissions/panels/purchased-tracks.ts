import type { findFinishedCommission } from '#contracts/commissions/deliveries.ts'
import { request } from '#web/api/browser.ts'

/** Asks for an approved commission to be among the customer's tracks. Returns whether it is. */
export async function addToPurchasedTracks(commissionId: string): Promise<boolean> {
  const route = 'GET /api/commission/finished-commission'
  const result = await request<typeof findFinishedCommission>(route, { commissionId })
  return result.ok
}
