import { data } from 'react-router'
import { z } from 'zod'
import { getReconciledDay } from '#contracts/admin/reconciliation.ts'
import { valueForAdmin } from '#web/admin/admin-access.ts'
import { AdminArea } from '#web/admin/admin-area.tsx'
import { DayRecord } from '#web/admin/days/day-record.tsx'
import { apiContext } from '#web/api/contexts.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { formatDate } from '#web/ui/date-text.tsx'
import type { Route } from './+types/reconciled-day-page.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta({
    title: `${loaderData ? formatDate(loaderData.day) : 'Closed day'}: Admin`,
    mayBeIndexed: false,
  })

export async function loader({ context, params, url }: Route.LoaderArgs) {
  if (!z.iso.date().safeParse(params.day).success) throw data(null, { status: 404 })
  const found = await context.get(apiContext).request(getReconciledDay, { day: params.day })
  return valueForAdmin(found, url)
}

export default function ReconciledDayPage({ loaderData }: Route.ComponentProps) {
  return (
    <AdminArea page="reconciliation" title={formatDate(loaderData.day)}>
      <DayRecord {...loaderData} />
    </AdminArea>
  )
}
