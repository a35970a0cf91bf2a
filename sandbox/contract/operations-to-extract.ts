// The operations, events and objects that the contract covers: those the sandbox serves, and the next ones it will need.
export const operationsToExtract: Record<string, string[]> = {
  'Checkout/Sessions': ['create', 'retrieve', 'list', 'expire', 'listLineItems'],
  Accounts: ['retrieve', 'retrieveCurrent', 'createLoginLink'],
  PaymentIntents: ['create', 'retrieve', 'list'],
  Charges: ['retrieve', 'list'],
  Transfers: ['create', 'retrieve', 'list', 'createReversal', 'listReversals', 'retrieveReversal'],
  Refunds: ['create', 'retrieve', 'list'],
  Disputes: ['retrieve', 'list', 'update', 'close'],
  Files: ['create', 'retrieve', 'list'],
  Balance: ['retrieve'],
  BalanceTransactions: ['retrieve', 'list'],
  BalanceSettings: ['retrieve', 'update'],
  Payouts: ['create', 'retrieve', 'list', 'update', 'cancel'],
  'Radar/EarlyFraudWarnings': ['retrieve', 'list'],
  Events: ['retrieve', 'list'],
  'V2/Core/Accounts': ['create', 'retrieve', 'list', 'update', 'close'],
  'V2/Core/AccountLinks': ['create'],
  'V2/Core/EventDestinations': ['list'],
  'V2/Core/Events': ['retrieve', 'list'],
}

/** Event types extracted with their whole payload; all others are left out of the contract. */
export const eventTypesToExtract = new Set([
  'balance.available',
  'charge.dispute.closed',
  'charge.dispute.created',
  'charge.dispute.funds_reinstated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.updated',
  'charge.failed',
  'charge.pending',
  'charge.refunded',
  'charge.succeeded',
  'charge.updated',
  'checkout.session.async_payment_failed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.completed',
  'checkout.session.expired',
  'payment_intent.canceled',
  'payment_intent.created',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.requires_action',
  'payment_intent.succeeded',
  'payout.canceled',
  'payout.created',
  'payout.failed',
  'payout.paid',
  'payout.reconciliation_completed',
  'payout.updated',
  'radar.early_fraud_warning.created',
  'radar.early_fraud_warning.updated',
  'refund.created',
  'refund.failed',
  'refund.updated',
  'transfer.created',
  'transfer.reversed',
  'v2.core.account.closed',
  'v2.core.account.created',
  'v2.core.account.updated',
  'v2.core.account[configuration.recipient].capability_status_updated',
  'v2.core.account[configuration.recipient].updated',
  'v2.core.account[identity].updated',
  'v2.core.account[requirements].updated',
  'v2.core.account_link.returned',
])

/** Objects extracted with all their properties; every other resource object is reduced to its id and tag. */
export const objectsExtractedWhole = new Set([
  'account',
  'balance',
  'balance_settings',
  'balance_transaction',
  'charge',
  'checkout.session',
  'dispute',
  'event',
  'file',
  'item',
  'login_link',
  'payment_intent',
  'payout',
  'radar.early_fraud_warning',
  'refund',
  'transfer',
  'transfer_reversal',
  'v2.core.account',
  'v2.core.account_link',
  'v2.core.event',
  'v2.core.event_destination',
])

/** Objects that carry a tag but no id. */
export const objectsWithoutId = new Set([
  'balance',
  'balance_settings',
  'login_link',
  'v2.core.account_link',
])

/** Properties that the product never sends or reads: the contract accepts any value there. */
export const propertiesLeftOpen = new Set(
  `adaptive_pricing after_expiration amazon_eventbridge amount_details attestations automatic_tax
  azure_event_grid branding branding_settings business_details collected_information company
  consent_collection currency_conversion custom_fields custom_text destination_details discounts
  documents enhanced_evidence external_account external_accounts file fraud_details
  future_requirements groups hooks individual invoice_creation issuing last_payment_error level3
  managed_payments mandate_data merchant name_collection next_action optional_items outcome
  payment_details payment_method_configuration_details payment_method_data payment_method_options
  permissions person phone_number_collection presentment_details previous_attributes radar_options
  saved_payment_method_options settings setup_intent_data shipping shipping_address_collection
  shipping_cost shipping_options subscription_data support_address tax_id_collection total_details
  wallet_options`.split(/\s+/),
)

/** Objects with a child for every payment method: only the children with these names are extracted. */
export const propertiesForCards: Record<string, Set<string>> = {
  payment_method_details: new Set(['card', 'type']),
  capabilities: new Set(['card_payments', 'transfers', 'stripe_balance']),
}
