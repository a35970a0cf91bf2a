// The platform's own account, and the destinations of its events.
import type { Stripe } from 'stripe'
import { serve, type Call } from '../api/operation.ts'
import { currency } from '../money/amounts.ts'
import type { Sandbox } from '../state/sandbox.ts'
import type { WebhookEndpoint } from '../state/config.ts'
import { hasGap } from './platform-gaps.ts'

export const platformOperations = [
  serve('Accounts.retrieveCurrent', retrievePlatform),
  serve('V2/Core/EventDestinations.list', listDestinations),
]

function retrievePlatform(sandbox: Sandbox): Stripe.Account {
  return {
    id: 'acct_platform',
    object: 'account',
    business_profile: {
      annual_revenue: null,
      estimated_worker_count: null,
      mcc: null,
      minority_owned_business_designation: null,
      name: hasGap(sandbox, 'business_name') ? null : 'Test platform',
      product_description: null,
      specified_commercial_transactions_act_url: null,
      support_address: null,
      support_email: null,
      support_phone: null,
      support_url: null,
      url: null,
    },
    capabilities: { card_payments: hasGap(sandbox, 'cards') ? 'inactive' : 'active' },
    charges_enabled: true,
    country: 'GB',
    default_currency: currency,
    details_submitted: true,
    email: null,
    payouts_enabled: true,
    type: 'standard',
  }
}

type Destination = Stripe.V2.Core.EventDestination

function listDestinations(
  sandbox: Sandbox,
  { params }: Call<Stripe.V2.Core.EventDestinationListParams>,
) {
  const withUrl = (params.include ?? []).includes('webhook_endpoint.url')
  const data = sandbox.config.endpoints.map((endpoint) => destinationOf(sandbox, endpoint, withUrl))
  return { data, next_page_url: null, previous_page_url: null }
}

function destinationOf(
  sandbox: Sandbox,
  { name, url }: WebhookEndpoint,
  withUrl: boolean,
): Destination {
  return {
    id: `ed_test_${name}`,
    object: 'v2.core.event_destination',
    created: new Date(0).toISOString(),
    description: '',
    enabled_events: ['*'],
    event_payload: name,
    events_from: scopesOf(sandbox, name),
    livemode: false,
    name,
    ...(name === 'snapshot' ? { snapshot_api_version: sandbox.contract.apiVersion } : {}),
    status: 'enabled',
    type: 'webhook_endpoint',
    updated: new Date(0).toISOString(),
    ...(withUrl ? { webhook_endpoint: { url } } : {}),
  }
}

/** Snapshot events are the platform's own and, with their `account`, those of connected accounts. */
function scopesOf(sandbox: Sandbox, name: WebhookEndpoint['name']): string[] {
  if (name === 'snapshot') return ['@self', '@accounts']
  return [hasGap(sandbox, 'destination_scope') ? '@self' : '@accounts']
}
