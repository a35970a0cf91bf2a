// A customer's commissions that are not finished yet, above the tracks that are owned.

import type { z } from 'zod'
import type { listCommissions } from '#contracts/commissions/commissions.ts'
import { useRevalidation } from '#web/api/use-revalidation.ts'
import { Paging } from '#web/ui/paging.tsx'
import { CommissionRow } from './commission-row.tsx'

type OpenCommissionsProps = {
  list: z.output<(typeof listCommissions)['output']>
  addressOf: (page: number) => string
}

export function OpenCommissions({ list, addressOf }: OpenCommissionsProps) {
  const { commissions, totalCommissions, totalPages, currentPage } = list
  useRevalidation({
    isConcerned: (event) => event.name === 'commissionChanged',
    isActive: totalCommissions > 0,
  })
  if (commissions.length === 0) return null
  return (
    <section aria-labelledby="commissions-heading" className="own-commissions commission-list">
      <h2 id="commissions-heading">Your commissions</h2>
      <ul className="panel panel-list commission-rows">
        {commissions.map((commission) => (
          <li key={commission.id}>
            <CommissionRow commission={commission} as="customer" />
          </li>
        ))}
      </ul>
      <Paging currentPage={currentPage} totalPages={totalPages} addressOf={addressOf} />
    </section>
  )
}
