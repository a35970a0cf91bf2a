// What the report says of who an artist is. The card provider has it, and the app does not store it: these are the fields
// that the operator exports there, as the provider names them, by the account's id.

export const providerFields = [
  {
    what: 'Name of a person',
    field: 'identity.individual.given_name, identity.individual.surname',
  },
  { what: 'Name of a company', field: 'identity.business_details.registered_name' },
  { what: 'Person or company', field: 'identity.entity_type' },
  {
    what: 'Address',
    field: 'identity.individual.address, identity.business_details.address',
  },
  { what: 'Date of birth', field: 'identity.individual.date_of_birth' },
  { what: 'National Insurance number', field: 'identity.individual.id_numbers (gb_nino)' },
  { what: 'Company number', field: 'identity.business_details.id_numbers (gb_crn)' },
  { what: 'VAT number', field: 'identity.business_details.id_numbers (gb_vat)' },
  { what: 'Country', field: 'identity.country' },
  {
    what: 'Bank account and its holder',
    field: 'the payout method, as the account’s page in the Dashboard shows it',
  },
] as const

/** What the report lacks at the provider, as far as the app knows: what the account was last seen to ask for. */
export type AtProvider = { accountId: string | null; todo: readonly string[] }

const noAccount = 'An account'

/** Nothing is no proof that the provider has a tax number: it asks only for what it needs itself. */
export function missingAtProvider({ accountId, todo }: AtProvider): readonly string[] {
  return accountId === null ? [noAccount] : todo
}
