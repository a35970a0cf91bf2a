import { expect, test } from 'vitest'
import { tablesUnder } from '../../../tests/support/source/document-tables.ts'
import { readText } from '../../../tests/support/source/project-files.ts'
import { assignableAccounts, labelOfAccount, ledgerAccounts } from './ledger-accounts.ts'

test('the accounts are listed for operators as they are', () => {
  const [table] = tablesUnder(readText('docs/operations.md'), 'The ledger')
  const written = Object.entries(ledgerAccounts).map(([name, account]) => [
    `\`${name}\``,
    account.label,
    account.whose,
    account.normalSide,
    account.names ?? '',
    account.isAtProvider ? 'yes' : '',
    account.means,
  ])
  expect(table?.rows).toEqual(written)
})

test('an admin assigns money to accounts that need neither an artist nor a payment, and are no part of the balance', () => {
  expect(assignableAccounts).toEqual([
    'in_transit_to_bank',
    'paid_outside',
    'stripe_fees',
    'account_fees',
    'dispute_fees',
    'losses',
    'vat',
    'platform_commission',
    'processing_fee',
  ])
})

test('an account that the page does not know yet is called by its name', () => {
  expect(labelOfAccount('vat')).toBe('VAT')
  expect(labelOfAccount('of_next_year')).toBe('of_next_year')
})
