// A customer's commissions above the tracks that are owned: while one is open, or where they are looked for.

import type { z } from 'zod'
import type { listCommissions } from '#contracts/commissions/commissions.ts'
import type { CommissionListSearch } from '#rules/commissions/commission-lists.ts'
import { useRevalidation } from '#web/api/use-revalidation.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Paging } from '#web/ui/paging.tsx'
import { CommissionRow } from './commission-row.tsx'
import { ListStates } from './list-states.tsx'

type OwnList = z.output<(typeof listCommissions)['output']>

type OwnCommissionsProps = {
  list: OwnList
  state: CommissionListSearch['state']
  addressOf: (search: CommissionListSearch) => string
}

/** Without an open one, only where others are looked for. */
export function isListShown({ list, state }: Pick<OwnCommissionsProps, 'list' | 'state'>): boolean {
  return state !== 'open' || list.totalCommissions > 0
}

export function OwnCommissions({ list, state, addressOf }: OwnCommissionsProps) {
  const { commissions, totalPages, currentPage } = list
  const isShown = isListShown({ list, state })
  useRevalidation({
    isConcerned: (event) => event.name === 'commissionChanged',
    isActive: isShown,
  })
  if (!isShown) return null
  return (
    <section aria-labelledby="commissions-heading" className="own-commissions commission-list">
      <h2 id="commissions-heading">Your commissions</h2>
      <ListStates state={state} addressOf={(one) => addressOf({ state: one, page: 1 })} />
      {commissions.length === 0 ? (
        <EmptyState
          heading="h3"
          title="No commissions here"
          text="A recording that you ask an artist for appears here."
        />
      ) : (
        <ul className="panel panel-list commission-rows">
          {commissions.map((commission) => (
            <li key={commission.id}>
              <CommissionRow commission={commission} as="customer" />
            </li>
          ))}
        </ul>
      )}
      <Paging
        currentPage={currentPage}
        totalPages={totalPages}
        addressOf={(page) => addressOf({ state, page })}
      />
    </section>
  )
}
