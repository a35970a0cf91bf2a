// An account's capabilities and outstanding requirements: both follow from its setup.
import type { Stripe } from 'stripe'
import { emitAccountEvent } from '../events/thin-event.ts'
import { byHostedPage, type Cause, type Sandbox } from '../state/sandbox.ts'
import type { BankAccount, Setup } from '../storage/stored-kinds.ts'
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
  const bankIsUnusable = setup.bank?.isUnusable === true
  const entries = [
    ...missing.flatMap((step) => descriptions[step].map((text) => requirementEntry(text))),
    ...(bankIsUnusable ? descriptions.bank.map(unusableBankEntry) : []),
  ]
  return {
    applied_configurations: ['recipient'],
    configuration: {
      recipient: {
        applied: true,
        capabilities: {
          stripe_balance: {
            payouts: bankIsUnusable ? pastDue : capability,
            stripe_transfers: capability,
          },
        },
      },
    },
    requirements: {
      entries,
      ...(entries.length > 0 ? { summary: { minimum_deadline: { status: 'currently_due' } } } : {}),
    },
  }
}

type Capability =
  Stripe.V2.Core.Account.Configuration.Recipient.Capabilities.StripeBalance.StripeTransfers

const pastDue: Capability = {
  status: 'restricted',
  status_details: [{ code: 'requirements_past_due', resolution: 'provide_info' }],
}

function capabilityOf(setup: Setup): Capability {
  if (missingSteps(setup).length > 0) return pastDue
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

type Entry = Stripe.V2.Core.Account.Requirements.Entry

/** Transfers still arrive; they cannot be paid out. */
function unusableBankEntry(description: string): Entry {
  const text = 'A payout to this bank account has failed. Provide another one.'
  const entry = requirementEntry(description, 'stripe_balance.payouts')
  return { ...entry, errors: [{ code: 'invalid_value_other', description: text }] }
}

function requirementEntry(
  description: string,
  capability:
    | 'stripe_balance.stripe_transfers'
    | 'stripe_balance.payouts' = 'stripe_balance.stripe_transfers',
): Entry {
  return {
    awaiting_action_from: 'user',
    description,
    errors: [],
    impact: {
      restricts_capabilities: [
        {
          capability,
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

export function payoutsAreActive(account: Account): boolean {
  const capabilities = account.configuration?.recipient?.capabilities
  return !account.closed && capabilities?.stripe_balance?.payouts?.status === 'active'
}

/** The holder's bank account has changed, or takes no money any more. */
export function refreshBank(
  sandbox: Sandbox,
  accountId: string,
  change: Partial<BankAccount>,
): void {
  const account = sandbox.store.find('v2.core.account', accountId)
  const { bank } = getSetup(sandbox, accountId)
  if (!account || account.closed || !bank) return
  changeSetup(sandbox, account, { bank: { ...bank, ...change } })
}

export function changeSetup(sandbox: Sandbox, account: Account, changes: Partial<Setup>): void {
  const before = getSetup(sandbox, account.id)
  const after = sandbox.store.update('setup', { ...before, ...changes })
  refreshCapabilities(sandbox, byHostedPage, account)
  const isOther = JSON.stringify(after.bank) !== JSON.stringify(before.bank)
  if (!before.bank || !isOther || after.bank?.isUnusable === true) return
  const type = 'v2.core.account[configuration.recipient].updated'
  emitAccountEvent(sandbox, byHostedPage, { type, accountId: account.id })
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
  // One event where both change, as they do with what onboarding asks for.
  const hasChanged = canReceiveTransfers(account) !== canReceiveTransfers(before)
  if (hasChanged || payoutsAreActive(account) !== payoutsAreActive(before)) {
    emit('v2.core.account[configuration.recipient].capability_status_updated', {
      updated_capability: hasChanged ? 'stripe_balance.stripe_transfers' : 'stripe_balance.payouts',
    })
  }
  return account
}
