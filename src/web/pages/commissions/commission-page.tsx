import { data, redirect } from 'react-router'
import type { Commission } from '#contracts/commissions/commission.ts'
import { getCommission } from '#contracts/commissions/commissions.ts'
import { listCommissionMessages } from '#contracts/commissions/messages.ts'
import { refusalMessage } from '#rules/errors/refusal.ts'
import { commissionPath } from '#rules/commissions/commission-paths.ts'
import { redirectToLogin, valueForUser } from '#web/accounts/login-redirects.ts'
import type { Api } from '#web/api/client.ts'
import { apiContext } from '#web/api/contexts.ts'
import { createLastData } from '#web/api/last-data.ts'
import { CommissionRoom } from '#web/commissions/room/commission-room.tsx'
import { takePlainStep } from '#web/commissions/plain-steps.ts'
import { sentFieldsOf, type RefusedForm } from '#web/commissions/refused-form.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import type { Route } from './+types/commission-page.ts'

export function meta({ loaderData }: Pick<Route.MetaArgs, 'loaderData'>) {
  return pageMeta({ title: loaderData?.commission.name ?? 'Commission', mayBeIndexed: false })
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const result = await api.request(getCommission, { id: params.id })
  // No such commission, other people's, or no id at all: the response is the same for all three.
  if (!result.ok && (result.status === 400 || result.status === 404)) throw notFound()
  const commission = valueForUser(result, url)
  return { commission, messages: await loadMessages(api, commission, url) }
}

async function loadMessages(api: Api, { id, room }: Commission, url: URL) {
  const before = url.searchParams.get('before') ?? undefined
  const requestKey = crypto.randomUUID()
  const isEarlier = before !== undefined
  if (room.readAs === null) return { page: null, isEarlier, requestKey }
  const result = await api.request(listCommissionMessages, { id, before })
  return { page: result.ok ? result.value : null, isEarlier, requestKey }
}

const notFound = () => data({ message: refusalMessage('not_found') }, { status: 404 })

/** The steps without a script. */
export async function action({ context, params, request, url }: Route.ActionArgs) {
  const form = await request.formData()
  const result = await takePlainStep(context.get(apiContext), params.id, form)
  if (result === null) throw notFound()
  if (!result.ok && result.status === 401) throw redirectToLogin(url)
  if (!result.ok) {
    const refused: RefusedForm = { ...result, sent: sentFieldsOf(form) }
    return data({ refused }, { status: result.status })
  }
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
      key={loaderData.commission.id}
      commission={loaderData.commission}
      messages={loaderData.messages}
      refused={actionData?.refused ?? null}
    />
  )
}
