import { expect, test } from 'vitest'
import { codeOf } from '../../../tests/support/access/code-of.ts'
import { remove } from '../../../tests/support/accounts/own-data.ts'
import { giveBack, openSold } from '../../../tests/support/money/giving-back.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp()

test('a customer who has left gets the money back, and nobody an email about it', async () => {
  const app = await emptyApp()
  const { admin, mia, skye } = await openSold(app)
  await app.work()
  expect(codeOf(await remove(app, mia))).toBe('done')
  await app.work()
  app.emails.length = 0
  expect(codeOf(await giveBack(app, admin, skye, { amount: '5.70', leftPence: 570 }))).toBe('done')
  await app.work()
  const refund = app.db.selectFrom('refunds').select(['amount_pence', 'status'])
  expect(await refund.execute()).toEqual([{ amount_pence: 570, status: 'sent' }])
  expect(app.emails.filter(({ to }) => to.endsWith('@deleted.invalid'))).toEqual([])
})
