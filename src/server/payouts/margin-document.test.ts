// The table in docs/operations.md is what the code says.

import { expect, test } from 'vitest'
import { keptOfSalePence, marginPrices, marginSales } from '#rules/payments/platform-margin.ts'
import { formatPence } from '#rules/price.ts'
import { tablesUnder } from '../../../tests/support/source/document-tables.ts'
import { readText } from '../../../tests/support/source/project-files.ts'

test('what is kept of a sale, by price and sales a month, is what operators read', () => {
  const [table] = tablesUnder(readText('docs/operations.md'), 'What you keep')
  const sales = marginSales.map((count) => (count === 1 ? '1 sale' : `${count} sales`))
  expect(table?.columns).toEqual(['artist price', ...sales])
  expect(table?.rows).toEqual(
    marginPrices.map((artistPence) => [
      formatPence(artistPence),
      ...marginSales.map((count) => inDocument(keptOfSalePence({ artistPence, sales: count }))),
    ]),
  )
})

/** Without the character that keeps the minus and its amount in one line. */
const inDocument = (pence: number) => formatPence(pence).replace('\u2060', '')
