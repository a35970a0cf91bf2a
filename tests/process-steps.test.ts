// Which code may change a status: docs/style.md gives the reason.

import { expect, test } from 'vitest'
import { filesUnder, readText } from './support/source/project-files.ts'

test('the status of a row is moved by a step of its process only', () => {
  const files = filesUnder('src/server').filter((file) => !file.endsWith('.test.ts'))
  const written =
    /\.(updateTable|insertInto)\('(orders|payments|transfers|reversals|refunds|refund_requests|uploads|renditions|artist_examples|commissions|commission_deliveries|commission_disputes|commission_attachments|bank_disputes|bank_payouts|platform_payouts)'\).*?\.execute/gs
  const statements = files.flatMap((file) =>
    [...readText(file).matchAll(written)].map(([text]) => `${file}: ${text}`),
  )
  expect(statements.length).toBeGreaterThan(5)
  const literal = /\bstatus: '|'status',[^)]*'[a-z_]+'\)|'status',[^)]*\[/
  expect(statements.filter((text) => literal.test(text))).toEqual([])
})
