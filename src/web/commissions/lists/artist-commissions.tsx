// The artist's commissions: what needs the artist first, by state, page by page.

import type { z } from 'zod'
import type { listCommissions } from '#contracts/commissions/commissions.ts'
import type { CommissionListState } from '#rules/commissions/commission-lists.ts'
import { artistCommissionsPath } from '#rules/commissions/commission-paths.ts'
import { useRevalidation } from '#web/api/use-revalidation.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Paging } from '#web/ui/paging.tsx'
import { wholeNumber } from '#web/ui/whole-number.ts'
import { CommissionRow } from './commission-row.tsx'
import { ListStates } from './list-states.tsx'

type ArtistCommissionsProps = {
  list: z.output<(typeof listCommissions)['output']>
  state: CommissionListState | undefined
}

export function ArtistCommissions({ list, state }: ArtistCommissionsProps) {
  const { commissions, totalCommissions, totalPages, currentPage } = list
  useRevalidation({ isConcerned: (event) => event.name === 'commissionChanged' })
  return (
    <section aria-labelledby="list-heading" className="commission-list">
      <h2 id="list-heading">Your commissions</h2>
      <ListStates state={state} addressOf={(one) => artistCommissionsPath({ state: one })} />
      <p role="status" className="commission-hint">
        {totalCommissions === 1 ? '1 commission' : `${wholeNumber(totalCommissions)} commissions`}
      </p>
      {commissions.length === 0 ? (
        <EmptyState
          heading="h3"
          title="No commissions here"
          text="When a singer asks you for a recording, it appears here, and you are told."
        />
      ) : (
        <ul className="panel panel-list commission-rows">
          {commissions.map((commission) => (
            <li key={commission.id}>
              <CommissionRow commission={commission} as="artist" />
            </li>
          ))}
        </ul>
      )}
      <Paging
        currentPage={currentPage}
        totalPages={totalPages}
        addressOf={(page) => artistCommissionsPath({ state, page })}
      />
    </section>
  )
}
