// The parts of the own commissions, as links above their list.

import {
  commissionListStates,
  type CommissionListState,
} from '#rules/commissions/commission-lists.ts'
import { PageLink } from '#web/ui/page-link.tsx'

/** Undefined: all of them. */
type State = CommissionListState | undefined

const stateNames: Record<CommissionListState, string> = {
  open: 'Open',
  done: 'Approved',
  ended: 'Ended',
}

type ListStatesProps = { state: State; addressOf: (state: State) => string }

export function ListStates({ state, addressOf }: ListStatesProps) {
  return (
    <nav aria-label="Which commissions" className="list-states">
      <ul>
        {[undefined, ...commissionListStates].map((one) => (
          <li key={one ?? 'all'}>
            <PageLink href={addressOf(one)} aria-current={one === state ? 'page' : undefined}>
              {one === undefined ? 'All' : stateNames[one]}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
