// Connected accounts, which receive transfers (accounts of the second API).
import type { Stripe } from 'stripe'
import { checkEmail } from '../api/email-address.ts'
import { storedMetadata } from '../api/metadata.ts'
import { serve, type Call } from '../api/operation.ts'
import {
  invalidParameter,
  missingParameter,
  notFound,
  notServed,
  refusal,
} from '../api/stripe-failure.ts'
import { emitAccountEvent } from '../events/thin-event.ts'
import { readBalance } from '../money/balance.ts'
import { refuseWithGaps } from '../platform/platform-gaps.ts'
import type { Sandbox } from '../state/sandbox.ts'
import { newId } from '../storage/ids.ts'
import { capabilitiesOf, refreshCapabilities } from './account-capabilities.ts'
import { setupId } from './setup.ts'

const servedCountry = 'gb'

type Account = Stripe.V2.Core.Account
type CreateParams = Stripe.V2.Core.AccountCreateParams
type UpdateParams = Stripe.V2.Core.AccountUpdateParams

export const accountOperations = [
  serve('V2/Core/Accounts.create', createAccount),
  serve('V2/Core/Accounts.retrieve', retrieveAccount),
  serve('V2/Core/Accounts.update', updateAccount),
  serve('V2/Core/Accounts.close', closeAccount),
]

function createAccount(sandbox: Sandbox, call: Call<CreateParams>): Account {
  const { store, clock } = sandbox
  const { params } = call
  refuseWithGaps(sandbox, ['accounts_v2', 'profile', 'liability'])
  checkServed(params)
  if (requestsTransfers(params)) refuseWithGaps(sandbox, ['transfers'])
  const contactEmail = checkEmail('contact_email', params.contact_email)
  const country = checkCountry(params)
  checkResponsibilities(params)
  const created = clock.now()
  const id = newId('acct')
  const setup = { id: setupId(id), account: id, details: null, bank: null, document: null }
  store.insert('setup', setup, { created })
  const responsibilities = params.defaults?.responsibilities
  const account: Account = {
    id,
    object: 'v2.core.account',
    closed: false,
    ...capabilitiesOf(setup, requestsTransfers(params)),
    ...(contactEmail === undefined ? {} : { contact_email: contactEmail }),
    ...(params.display_name === undefined ? {} : { display_name: params.display_name }),
    created: new Date(clock.nowMs()).toISOString(),
    dashboard: params.dashboard ?? 'none',
    defaults: {
      currency: params.defaults?.currency ?? 'gbp',
      responsibilities: {
        fees_collector: responsibilities?.fees_collector ?? 'application',
        losses_collector: responsibilities?.losses_collector ?? 'application',
        requirements_collector: params.dashboard === 'express' ? 'stripe' : 'application',
      },
    },
    identity: {
      country,
      ...(params.identity?.entity_type ? { entity_type: params.identity.entity_type } : {}),
    },
    livemode: false,
    metadata: storedMetadata(params.metadata),
  }
  store.insert('v2.core.account', account, { created })
  emitAccountEvent(sandbox, call.cause, { type: 'v2.core.account.created', accountId: id })
  return withIncluded(account, params.include)
}

function retrieveAccount(
  sandbox: Sandbox,
  call: Call<Stripe.V2.Core.AccountRetrieveParams>,
): Account {
  refuseWithGaps(sandbox, ['accounts_v2'])
  return withIncluded(getAccount(sandbox, call.path['id'] ?? ''), call.params.include)
}

function updateAccount(sandbox: Sandbox, call: Call<UpdateParams>): Account {
  const { params } = call
  checkServed(params)
  checkEmail('contact_email', params.contact_email)
  const before = getOpenAccount(sandbox, call.path['id'] ?? '')
  const changed: Account = {
    ...before,
    ...(params.contact_email === undefined ? {} : { contact_email: params.contact_email }),
    ...(params.display_name === undefined ? {} : { display_name: params.display_name }),
    ...(params.dashboard === undefined ? {} : { dashboard: params.dashboard }),
    ...(requestsTransfers(params) ? { applied_configurations: ['recipient'] } : {}),
    metadata: storedMetadata(params.metadata, before.metadata),
  }
  const account = refreshCapabilities(sandbox, call.cause, changed)
  const type = 'v2.core.account.updated'
  emitAccountEvent(sandbox, call.cause, { type, accountId: account.id })
  return withIncluded(account, params.include)
}

function closeAccount(sandbox: Sandbox, call: Call<Stripe.V2.Core.AccountCloseParams>): Account {
  const before = getOpenAccount(sandbox, call.path['id'] ?? '')
  const { availablePence, pendingPence } = readBalance(sandbox, before.id)
  if (availablePence + pendingPence !== 0) {
    throw refusal('You cannot close an account that has a non-zero balance.', {
      code: 'balance_nonzero',
    })
  }
  const account = sandbox.store.update('v2.core.account', {
    ...before,
    applied_configurations: [],
    closed: true,
    configuration: {},
    requirements: {},
  })
  const type = 'v2.core.account.closed'
  emitAccountEvent(sandbox, call.cause, { type, accountId: account.id })
  return withIncluded(account, undefined)
}

function getAccount({ store }: Sandbox, id: string): Account {
  const account = store.find('v2.core.account', id)
  if (!account) throw notFound('account', id, 'v2')
  return account
}

export function getOpenAccount(sandbox: Sandbox, id: string): Account {
  const account = getAccount(sandbox, id)
  if (account.closed) {
    throw refusal(`The account ${id} has been closed.`, { code: 'account_closed' })
  }
  return account
}

function checkServed({ configuration, account_token }: CreateParams | UpdateParams): void {
  if (account_token) throw notServed('account tokens', 'account_token')
  if (configuration?.customer) throw notServed('customer accounts', 'configuration.customer')
  if (configuration?.merchant) throw notServed('merchant accounts', 'configuration.merchant')
}

/** The sandbox serves British accounts only. */
function checkCountry({ identity, configuration }: CreateParams): string {
  const country = identity?.country
  if (country === undefined) {
    if (configuration?.recipient === undefined) return servedCountry
    throw missingParameter('identity.country')
  }
  if (!isCountry(country)) {
    throw invalidParameter(`Country '${country}' is unknown. Try using a 2-character code.`, {
      code: 'country_code_invalid',
      param: 'identity.country',
    })
  }
  if (country !== servedCountry) throw notServed(`accounts in ${country}`, 'identity.country')
  return country
}

function isCountry(code: string): boolean {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  return /^[a-z]{2}$/.test(code) && code !== 'zz' && names.of(code.toUpperCase()) !== undefined
}

// The provider's Express dashboard exists only for platforms that are responsible for fees and losses.
function checkResponsibilities({ dashboard, defaults }: CreateParams): void {
  const responsibilities = defaults?.responsibilities
  if (dashboard !== 'express') return
  if (
    responsibilities?.fees_collector === 'application' &&
    responsibilities.losses_collector === 'application'
  ) {
    return
  }
  throw invalidParameter(
    'An account with the express dashboard needs fees_collector and losses_collector to be application.',
    { param: 'defaults.responsibilities' },
  )
}

function requestsTransfers({ configuration }: CreateParams | UpdateParams): boolean {
  const balance = configuration?.recipient?.capabilities?.stripe_balance
  return balance?.stripe_transfers?.requested === true
}

// The large parts of an account are returned only when `include` names them.
function withIncluded(
  { configuration, defaults, identity, requirements, ...account }: Account,
  include: CreateParams['include'],
): Account {
  const requested = new Set<string>(include)
  return {
    ...account,
    ...(requested.has('configuration.recipient') ? { configuration } : {}),
    ...(requested.has('defaults') ? { defaults } : {}),
    ...(requested.has('identity') ? { identity } : {}),
    ...(requested.has('requirements') ? { requirements } : {}),
  }
}
