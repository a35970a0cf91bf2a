// Artists' accounts: opens the one of an artist, also after earlier requests with an unknown outcome, and reads its state.

import type Stripe from 'stripe'
import { accountReadiness } from './account-readiness.ts'
import { PaymentKeySpent, PaymentUnknown, type ArtistToPay, type Payments } from './payments.ts'
import type { callsWithDeadline } from './stripe-problems.ts'

type Account = Stripe.V2.Core.Account
type Calls = ReturnType<typeof callsWithDeadline>

/** A key is rarely spent; five spent keys in a row indicate an outage. */
const maxKeys = 5

export function accountCalls(
  stripe: Stripe,
  calls: Calls,
): Pick<Payments, 'openAccount' | 'findReadiness' | 'openOnboarding'> {
  const { callProvider } = calls
  return {
    openAccount: (artist) => openOneAccount(stripe, calls, artist),

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

async function openOneAccount(
  stripe: Stripe,
  { callWithKey, callProvider }: Calls,
  artist: ArtistToPay,
): Promise<string> {
  const params = accountParams(artist.email, { user_id: artist.userId })
  let problem: unknown
  for (const idempotencyKey of keysOf(artist)) {
    try {
      const account = await callWithKey(() =>
        stripe.v2.core.accounts.create(params, { idempotencyKey }),
      )
      return account.id
    } catch (error) {
      if (!(error instanceof PaymentKeySpent)) throw error
      problem = error
      const made = await callProvider(() => findAccount(stripe, artist))
      if (made !== null) return made.id
    }
  }
  throw new PaymentUnknown('No key opens the account.', { cause: problem })
}

/** The same keys for every request, so that two simultaneous clicks open one account. */
function keysOf({ userId }: ArtistToPay): string[] {
  const first = `acct:${userId}`
  return Array.from({ length: maxKeys }, (_, at) => (at === 0 ? first : `${first}:a${at + 1}`))
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

/** Reads every account: the provider offers no filter on metadata for this list. */
async function findAccount(stripe: Stripe, { userId }: ArtistToPay): Promise<Account | null> {
  for await (const account of stripe.v2.core.accounts.list({ limit: 20 })) {
    if (account.metadata?.['user_id'] === userId) return account
  }
  return null
}
