// An account's capabilities and outstanding requirements: both follow from its setup.
import type { Stripe } from 'stripe'
import { emitAccountEvent } from '../events/thin-event.ts'
import { byHostedPage, type Cause, type Sandbox } from '../state/sandbox.ts'
import type { Setup } from '../storage/stored-kinds.ts'
import { getSetup, missingSteps, type SetupStep } from './setup.ts'

type Account = Stripe.V2.Core.Account

/** @param isRequested whether the platform has requested the capability to receive transfers. */
export function capabilitiesOf(
  setup: Setup,
  isRequested: boolean,
): Pick<Account, 'applied_configurations' | 'configuration' | 'requirements'> {
  if (!isRequested) return { applied_configurations: [], configuration: {}, requirements: {} }
  const missing = missingSteps(setup)
  const capability = capabilityOf(setup)
  return {
    applied_configurations: ['recipient'],
    configuration: {
      recipient: {
        applied: true,
        capabilities: { stripe_balance: { payouts: capability, stripe_transfers: capability } },
      },
    },
    requirements: {
      entries: missing.flatMap((step) => descriptions[step].map(requirementEntry)),
      ...(missing.length > 0 ? { summary: { minimum_deadline: { status: 'currently_due' } } } : {}),
    },
  }
}

type Capability =
  Stripe.V2.Core.Account.Configuration.Recipient.Capabilities.StripeBalance.StripeTransfers

function capabilityOf(setup: Setup): Capability {
  if (missingSteps(setup).length > 0) {
    const detail = { code: 'requirements_past_due', resolution: 'provide_info' } as const
    return { status: 'restricted', status_details: [detail] }
  }
  if (setup.isBeingChecked) {
    const detail = {
      code: 'requirements_pending_verification',
      resolution: 'no_resolution',
    } as const
    return { status: 'pending', status_details: [detail] }
  }
  return { status: 'active', status_details: [] }
}

/** Begins or ends the provider's verification of an account. Returns whether there is such an account. */
export function checkAccount(
  sandbox: Sandbox,
  accountId: string,
  isBeingChecked: boolean,
): boolean {
  const account = sandbox.store.find('v2.core.account', accountId)
  if (!account) return false
  sandbox.store.update('setup', { ...getSetup(sandbox, accountId), isBeingChecked })
  refreshCapabilities(sandbox, byHostedPage, account)
  return true
}

/** The provider asks again for what an account had: it is restricted until that is there. Returns whether there is such an account. */
export function requireAgain(sandbox: Sandbox, accountId: string, steps: SetupStep[]): boolean {
  const account = sandbox.store.find('v2.core.account', accountId)
  if (!account) return false
  const missing = Object.fromEntries(steps.map((step) => [step, null]))
  sandbox.store.update('setup', { ...getSetup(sandbox, accountId), ...missing })
  refreshCapabilities(sandbox, byHostedPage, account)
  return true
}

const descriptions: Record<SetupStep, string[]> = {
  details: [
    'identity.individual.given_name',
    'identity.individual.surname',
    'identity.individual.date_of_birth',
  ],
  bank: ['configuration.recipient.default_outbound_destination'],
  document: ['identity.individual.documents.primary_verification'],
}

function requirementEntry(description: string): Stripe.V2.Core.Account.Requirements.Entry {
  return {
    awaiting_action_from: 'user',
    description,
    errors: [],
    impact: {
      restricts_capabilities: [
        {
          capability: 'stripe_balance.stripe_transfers',
          configuration: 'recipient',
          deadline: { status: 'currently_due' },
        },
      ],
    },
    minimum_deadline: { status: 'currently_due' },
    requested_reasons: [{ code: 'routine_onboarding' }],
  }
}

export function canReceiveTransfers(account: Account): boolean {
  const capabilities = account.configuration?.recipient?.capabilities
  return !account.closed && capabilities?.stripe_balance?.stripe_transfers?.status === 'active'
}

/** Updates the account from its setup and emits events for what has changed. */
export function refreshCapabilities(sandbox: Sandbox, cause: Cause, before: Account): Account {
  const setup = getSetup(sandbox, before.id)
  const account = sandbox.store.update('v2.core.account', {
    ...before,
    ...capabilitiesOf(setup, before.applied_configurations.includes('recipient')),
  })
  const emit = (type: string, data?: object) =>
    emitAccountEvent(sandbox, cause, { type, accountId: account.id, ...(data ? { data } : {}) })
  if (JSON.stringify(account.requirements) !== JSON.stringify(before.requirements)) {
    emit('v2.core.account[requirements].updated')
  }
  if (canReceiveTransfers(account) !== canReceiveTransfers(before)) {
    emit('v2.core.account[configuration.recipient].capability_status_updated', {
      updated_capability: 'stripe_balance.stripe_transfers',
    })
  }
  return account
}
