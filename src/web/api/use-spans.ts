import { useRouteLoaderData } from 'react-router'
import { commissionSpans, type CommissionSpans } from '#rules/commissions/commission-spans.ts'

/** How long each stage of a commission may take on this site; what is usual where the root has no data, on an error page. */
export function useSpans(): CommissionSpans {
  const root = useRouteLoaderData<{ spans: CommissionSpans } | undefined>('root')
  return root?.spans ?? commissionSpans
}
