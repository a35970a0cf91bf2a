// The artist's commissions: what needs the artist first, by state, page by page.

import type { z } from 'zod'
import type { listCommissions } from '#contracts/commissions/commissions.ts'
import {
  commissionListStates,
  type CommissionListState,
} from '#rules/commissions/commission-lists.ts'
import { artistCommissionsPath } from '#rules/commissions/commission-paths.ts'
import { useRevalidation } from '#web/api/use-revalidation.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { Paging } from '#web/ui/paging.tsx'
import { wholeNumber } from '#web/ui/whole-number.ts'
import { CommissionRow } from './commission-row.tsx'

type ArtistCommissionsProps = {
  list: z.output<(typeof listCommissions)['output']>
  state: CommissionListState | undefined
}

const stateNames: Record<CommissionListState, string> = {
  open: 'Open',
  done: 'Approved',
  ended: 'Ended',
}

export function ArtistCommissions({ list, state }: ArtistCommissionsProps) {
  const { commissions, totalCommissions, totalPages, currentPage } = list
  useRevalidation({ isConcerned: (event) => event.name === 'commissionChanged' })
  return (
    <section aria-labelledby="list-heading" className="commission-list">
      <h2 id="list-heading">Your commissions</h2>
      <nav aria-label="Which commissions" className="list-states">
        <ul>
          {[undefined, ...commissionListStates].map((one) => (
            <li key={one ?? 'all'}>
              <PageLink
                href={artistCommissionsPath({ state: one })}
                aria-current={one === state ? 'page' : undefined}
              >
                {one === undefined ? 'All' : stateNames[one]}
              </PageLink>
            </li>
          ))}
        </ul>
      </nav>
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
