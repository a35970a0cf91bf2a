// Links to the onboarding pages, for an account's holder.
import type { Stripe } from 'stripe'
import { serve, type Call } from '../api/operation.ts'
import { missingParameter, noSuch } from '../api/stripe-failure.ts'
import { checkWebAddress } from '../api/web-address.ts'
import type { Sandbox } from '../state/sandbox.ts'
import { newId } from '../storage/ids.ts'

const linkLifeSeconds = 5 * 60

export const accountLinkOperations = [serve('V2/Core/AccountLinks.create', createAccountLink)]

function createAccountLink(
  { store, clock, publicUrl }: Sandbox,
  { params }: Call<Stripe.V2.Core.AccountLinkCreateParams>,
): Stripe.V2.Core.AccountLink {
  const account = store.find('v2.core.account', params.account)
  if (!account || account.closed) throw noSuch('account', params.account, 'account')
  const { type, account_onboarding, account_update } = params.use_case
  const details = type === 'account_onboarding' ? account_onboarding : account_update
  if (!details) throw missingParameter(`use_case.${type}`)
  const created = clock.now()
  const link = store.insert(
    'setup_link',
    {
      id: newId('link'),
      account: account.id,
      refreshUrl: checkWebAddress(`use_case.${type}.refresh_url`, details.refresh_url),
      returnUrl: details.return_url
        ? checkWebAddress(`use_case.${type}.return_url`, details.return_url)
        : null,
      useCase: type,
      expiresAt: created + linkLifeSeconds,
      isOpened: false,
    },
    { created },
  )
  return {
    object: 'v2.core.account_link',
    account: account.id,
    created: isoTime(created),
    expires_at: isoTime(link.expiresAt),
    livemode: false,
    url: `${publicUrl}/setup/${link.id}`,
    use_case: params.use_case,
  }
}

function isoTime(unixSeconds: number): string {
  return new Date(unixSeconds * 1000).toISOString()
}
