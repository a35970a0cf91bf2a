// Checks once whether the provider's account is set up as the app needs it; reports in sentences for the operator.

import type Stripe from 'stripe'
import { eventTypesOf } from '#rules/payments/provider-events.ts'
import { PaymentRefused } from './payments.ts'
import { platformAdvice } from './platform-advice.ts'
import { openClient, usualDeadlineMs, type StripeOptions } from './stripe-client.ts'
import { accountParams } from './stripe-accounts.ts'
import { callsWithDeadline } from './stripe-problems.ts'

type Destination = Stripe.V2.Core.EventDestination

/**
 * Returns what is missing; empty when nothing is. Opens a test account and closes it again, as the provider has no
 * other way to check whether it would open one.
 * @throws PaymentUnknown, PaymentRefused when the provider cannot be checked at all.
 */
export async function findPlatformProblems(
  options: Pick<StripeOptions, 'secretKey' | 'apiUrl'>,
  publicUrl: string,
): Promise<string[]> {
  const stripe = openClient(options)
  const { callProvider } = callsWithDeadline(usualDeadlineMs)
  const own = await callProvider(() => stripe.accounts.retrieveCurrent())
  return [
    ...ownAccountProblems(own),
    ...payoutProblems(await callProvider(() => stripe.balanceSettings.retrieve())),
    ...(await accountProblems(() => callProvider(() => probeAccountCreation(stripe)))),
    ...destinationProblems(await callProvider(() => listDestinations(stripe)), publicUrl),
  ]
}

function ownAccountProblems(own: Stripe.Account): string[] {
  const problems: string[] = []
  if (!own.details_submitted || !own.charges_enabled) {
    problems.push('The Stripe account is not activated: finish its set-up in the Dashboard.')
  }
  if (!own.business_profile?.name && !own.settings?.dashboard.display_name) {
    problems.push(
      'No business name is set, so no checkout opens: set it in the Dashboard under Settings → Business details.',
    )
  }
  if (own.capabilities?.card_payments !== 'active') {
    problems.push(
      'Cards are not enabled: enable them in the Dashboard under Settings → Payment methods.',
    )
  }
  return problems
}

/** The money of commissions is held on the platform's balance: once it has left to the bank, it cannot be transferred. */
function payoutProblems({ payments }: Stripe.BalanceSettings): string[] {
  if (payments.payouts?.schedule?.interval === 'manual') return []
  return [
    'Bank payouts of the Stripe account are automatic, and take the money that is held for commissions: set the payout schedule to manual in the Dashboard.',
  ]
}

async function accountProblems(attempt: () => Promise<void>): Promise<string[]> {
  try {
    await attempt()
    return []
  } catch (error) {
    if (error instanceof PaymentRefused && platformAdvice(error.code) !== null) {
      return [error.message]
    }
    if (error instanceof PaymentRefused) {
      return [`No account for an artist can be opened: ${error.message}`]
    }
    throw error
  }
}

async function probeAccountCreation(stripe: Stripe): Promise<void> {
  const account = await stripe.v2.core.accounts.create(
    accountParams('check@example.com', { purpose: 'check' }),
  )
  await stripe.v2.core.accounts.close(account.id, { applied_configurations: ['recipient'] })
}

async function listDestinations(stripe: Stripe): Promise<Destination[]> {
  const found: Destination[] = []
  const include = ['webhook_endpoint.url' as const]
  for await (const destination of stripe.v2.core.eventDestinations.list({ include })) {
    found.push(destination)
  }
  return found
}

function destinationProblems(destinations: Destination[], publicUrl: string): string[] {
  const [snapshotUrl, thinUrl] = [
    `${publicUrl}/api/stripe/webhook`,
    `${publicUrl}/api/stripe/webhook/thin`,
  ]
  const at = (url: string) =>
    destinations.filter(
      ({ status, webhook_endpoint }) => status === 'enabled' && webhook_endpoint?.url === url,
    )
  const [[snapshot, ...moreSnapshot], [thin, ...moreThin]] = [at(snapshotUrl), at(thinUrl)]
  const problems = [
    ...eventProblems(snapshot, snapshotUrl, eventTypesOf('snapshot')),
    ...eventProblems(thin, thinUrl, eventTypesOf('thin')),
    ...repeatProblems(snapshotUrl, moreSnapshot),
    ...repeatProblems(thinUrl, moreThin),
  ]
  for (const [destination, url, scope] of [
    [snapshot, snapshotUrl, '@self'],
    [snapshot, snapshotUrl, '@accounts'],
    [thin, thinUrl, '@accounts'],
  ] as const) {
    if (!destination || destination.events_from?.includes(scope)) continue
    const whose = scope === '@self' ? 'the platform’s own account' : 'connected accounts'
    problems.push(
      `The destination ${url} hears nothing of ${whose}: make it anew with the scope ${scope}.`,
    )
  }
  return problems
}

/** Each signs with a secret of its own: what the others send is refused, and the provider ends an endpoint that refuses. */
function repeatProblems(url: string, more: readonly Destination[]): string[] {
  return more.length === 0
    ? []
    : [
        `${more.length + 1} webhook endpoints lead to ${url}: keep the one whose secret the app has.`,
      ]
}

function eventProblems(
  destination: Destination | undefined,
  url: string,
  needed: readonly string[],
): string[] {
  if (!destination) return [`No enabled webhook endpoint leads to ${url}: register it.`]
  const { enabled_events: enabled } = destination
  const missing = needed.filter((type) => !enabled.includes(type) && !enabled.includes('*'))
  return missing.length === 0
    ? []
    : [`The webhook endpoint ${url} lacks the events ${missing.join(', ')}: add them.`]
}
