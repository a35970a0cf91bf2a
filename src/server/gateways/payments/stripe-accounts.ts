// Artists' accounts: opens one, looks for one, and reads its state.

import type Stripe from 'stripe'
import { z } from 'zod'
import { accountReadiness } from './account-readiness.ts'
import type { Payments } from './payments.ts'
import type { callsWithDeadline } from './stripe-problems.ts'

type Calls = ReturnType<typeof callsWithDeadline>

/** The provider returns at most so many accounts at once. */
const accountsPerPage = 20

/** The fields that are read of a page: the package's types have no call that continues a list in another process. */
const pageSchema = z.object({
  data: z.array(
    z.object({ id: z.string(), metadata: z.record(z.string(), z.string()).optional() }),
  ),
  next_page_url: z.string().nullable(),
})

export function accountCalls(
  stripe: Stripe,
  { callProvider, callWithKey }: Calls,
): Pick<Payments, 'openAccount' | 'searchAccounts' | 'findReadiness' | 'openOnboarding'> {
  return {
    async openAccount({ userId, email, idempotencyKey }) {
      const params = accountParams(email, { user_id: userId })
      const account = await callWithKey(() =>
        stripe.v2.core.accounts.create(params, { idempotencyKey }),
      )
      return account.id
    },

    async searchAccounts({ userId, page }) {
      const path = page ?? `/v2/core/accounts?limit=${accountsPerPage}`
      const response: unknown = await callProvider(() => stripe.rawRequest('GET', path))
      const { data, next_page_url: nextPage } = pageSchema.parse(response)
      const own = data.find(({ metadata }) => metadata?.['user_id'] === userId)
      return { accountId: own?.id ?? null, nextPage }
    },

    async findReadiness(accountId) {
      const account = await callProvider(() =>
        stripe.v2.core.accounts.retrieve(accountId, {
          include: ['configuration.recipient', 'requirements'],
        }),
      )
      return accountReadiness(account)
    },

    async openOnboarding(accountId, { returnUrl, refreshUrl }) {
      const link = await callProvider(() =>
        stripe.v2.core.accountLinks.create({
          account: accountId,
          use_case: {
            type: 'account_onboarding',
            account_onboarding: { return_url: returnUrl, refresh_url: refreshUrl },
          },
        }),
      )
      return link.url
    },
  }
}

/** The parameters of an artist's account; `metadata` identifies the artist. */
export function accountParams(
  email: string,
  metadata: Record<string, string>,
): Stripe.V2.Core.AccountCreateParams {
  return {
    contact_email: email,
    dashboard: 'express',
    identity: { country: 'gb' },
    defaults: {
      currency: 'gbp',
      responsibilities: { fees_collector: 'application', losses_collector: 'application' },
    },
    configuration: {
      recipient: {
        capabilities: { stripe_balance: { stripe_transfers: { requested: true } } },
      },
    },
    metadata,
  }
}
