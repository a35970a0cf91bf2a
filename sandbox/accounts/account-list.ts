// The accounts of the platform, newest first and page by page.
import type { Stripe } from 'stripe'
import { serve, type Call } from '../api/operation.ts'
import { noSuch, notServed } from '../api/stripe-failure.ts'
import type { Sandbox } from '../state/sandbox.ts'

export const accountListOperations = [serve('V2/Core/Accounts.list', listAccounts)]

/** `page` is the last id of the page before; it is in the `next_page_url` that the package follows. */
type Params = Stripe.V2.Core.AccountListParams & { page?: string }

const usualLimit = 10

function listAccounts({ store }: Sandbox, { params }: Call<Params>) {
  if (params.applied_configurations) {
    throw notServed('accounts by configuration', 'applied_configurations')
  }
  if (params.page !== undefined && !store.find('v2.core.account', params.page)) {
    throw noSuch('page', params.page, 'page')
  }
  const limit = params.limit ?? usualLimit
  const page = store.list('v2.core.account', {
    limit,
    where: { closed: params.closed === true ? 1 : 0 },
    ...(params.page === undefined ? {} : { startingAfter: params.page }),
  })
  const last = page.data.at(-1)
  const next = page.hasMore && last ? nextPageUrl(params, limit, last.id) : null
  // The large parts are returned only with a single account, when `include` names them.
  const data = page.data.map(
    ({ configuration: _c, defaults: _d, identity: _i, requirements: _r, ...account }) => account,
  )
  return { data, next_page_url: next, previous_page_url: null }
}

function nextPageUrl({ closed }: Params, limit: number, lastId: string): string {
  const query = new URLSearchParams({ limit: String(limit), page: lastId })
  if (closed !== undefined) query.set('closed', String(closed))
  return `/v2/core/accounts?${query.toString()}`
}
