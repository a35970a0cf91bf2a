// The tables about the ledger in docs/operations.md are what the code says.

import { expect, test } from 'vitest'
import { ledgerAccounts } from '#rules/payments/ledger-accounts.ts'
import { readText } from '../../../tests/support/source/project-files.ts'
import { tablesUnder } from '../../../tests/support/source/document-tables.ts'

const operations = readText('docs/operations.md')

test('the accounts of the ledger are listed for operators', () => {
  const [table] = tablesUnder(operations, 'The ledger')
  const written = Object.entries(ledgerAccounts).map(([name, account]) => [
    `\`${name}\``,
    account.whose,
    account.normalSide,
    account.names ?? '',
    account.isAtProvider ? 'yes' : '',
    account.means,
  ])
  expect(table?.rows).toEqual(written)
})
