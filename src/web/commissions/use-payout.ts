// When a commission becomes approved while its customer looks at it, the server is asked once to send the artist's money.
// The worker sends it anyway, and once at most: a failure only delays it, and concerns nobody here.

import { useEffect, useRef } from 'react'
import type { approveAndPayout } from '#contracts/commissions/judging.ts'
import type { Commission } from '#contracts/commissions/commission.ts'
import { request } from '#web/api/browser.ts'

export function usePayout({ id, status, viewer }: Pick<Commission, 'id' | 'status' | 'viewer'>) {
  const shown = useRef(status)
  useEffect(() => {
    const before = shown.current
    shown.current = status
    if (viewer !== 'customer' || status !== 'approved' || before === 'approved') return
    void askForPayout(id)
  }, [id, status, viewer])
}

async function askForPayout(commissionId: string): Promise<void> {
  const route = 'POST /api/commission/approve-and-payout'
  const result = await request<typeof approveAndPayout>(route, { commissionId })
  if (!result.ok) console.error(`The payout of ${commissionId} was not asked for:`, result.message)
}
