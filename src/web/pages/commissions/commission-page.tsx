import { data, redirect } from 'react-router'
import { getCommission } from '#contracts/commissions/commissions.ts'
import { refusalMessage } from '#rules/errors/refusal.ts'
import { commissionPath } from '#rules/commissions/commission-paths.ts'
import { redirectToLogin, valueForUser } from '#web/accounts/login-redirects.ts'
import { apiContext } from '#web/api/contexts.ts'
import { createLastData } from '#web/api/last-data.ts'
import { CommissionRoom } from '#web/commissions/commission-room.tsx'
import { takePlainStep } from '#web/commissions/plain-steps.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import type { Route } from './+types/commission-page.ts'

export function meta({ loaderData }: Pick<Route.MetaArgs, 'loaderData'>) {
  return pageMeta({ title: loaderData?.name ?? 'Commission', mayBeIndexed: false })
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const result = await context.get(apiContext).request(getCommission, { id: params.id })
  // No such commission, other people's, or no id at all: the response is the same for all three.
  if (!result.ok && (result.status === 400 || result.status === 404)) throw notFound()
  return valueForUser(result, url)
}

const notFound = () => data({ message: refusalMessage('not_found') }, { status: 404 })

/** The steps without a script. */
export async function action({ context, params, request, url }: Route.ActionArgs) {
  const form = await request.formData()
  const result = await takePlainStep(context.get(apiContext), params.id, form)
  if (result === null) throw notFound()
  if (!result.ok && result.status === 401) throw redirectToLogin(url)
  if (!result.ok) return data({ refused: result }, { status: result.status })
  throw redirect('sessionUrl' in result.value ? result.value.sessionUrl : commissionPath(params.id))
}

type Loaded = Awaited<ReturnType<Route.ClientLoaderArgs['serverLoader']>>
const lastCommission = createLastData<Loaded>()

export async function clientLoader({ serverLoader, params }: Route.ClientLoaderArgs) {
  return lastCommission.load(params.id, serverLoader)
}

clientLoader.hydrate = true as const

export default function CommissionPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <CommissionRoom
      key={loaderData.id}
      commission={loaderData}
      refused={actionData?.refused ?? null}
    />
  )
}
