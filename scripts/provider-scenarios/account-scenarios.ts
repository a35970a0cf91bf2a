// Artists' accounts, and what is sent there and taken back.

import { deepEqual, equal, notEqual } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Payments } from '../../src/server/gateways/payments/payments.ts'
import { payByCard, refusalOf, type Paid, type Scenario, type Tested } from './scenario.ts'

const newOrder = () => ({ kind: 'order', id: randomUUID() })

function openAccount(payments: Payments, userId: string): Promise<string> {
  const idempotencyKey = `acct:${userId}`
  return payments.openAccount({ userId, email: 'artist@example.com', idempotencyKey })
}

function transferOf({ chargeId, subject }: Paid, toAccount: string, amountPence: number) {
  const transferId = randomUUID()
  const idempotencyKey = `transfer:${transferId}`
  return { transferId, subject, amountPence, toAccount, chargeId, idempotencyKey }
}

function reversalOf({ subject }: Paid, sentTransferId: string, amountPence: number) {
  const reversalId = randomUUID()
  const idempotencyKey = `reversal:${reversalId}`
  return { reversalId, subject, sentTransferId, amountPence, idempotencyKey }
}

/** Its money is available at once, at the account as well. */
const paySettled = (tested: Tested) =>
  payByCard(tested, newOrder(), { pence: 570, card: 'pm_card_bypassPending' })

export const accountScenarios: Scenario[] = [
  {
    name: 'an artist’s account is opened once, is found by the artist, and says what is missing',
    async play({ payments }) {
      const userId = randomUUID()
      const accountId = await openAccount(payments, userId)
      equal(await openAccount(payments, userId), accountId)
      let found: string | null = null
      let page: string | null = null
      do {
        const searched = await payments.searchAccounts({ userId, page })
        found = searched.accountId
        page = searched.nextPage
      } while (found === null && page !== null)
      equal(found, accountId)
      const { payoutsEnabled, todo } = await payments.findReadiness(accountId)
      deepEqual([payoutsEnabled, todo.length > 0], [false, true])
      const returnUrl = 'https://example.com/back'
      const url = await payments.openOnboarding(accountId, { returnUrl, refreshUrl: returnUrl })
      notEqual(new URL(url).pathname, '/')
    },
  },
  {
    name: 'an account that is not set up receives no transfer',
    async play(tested) {
      const { payments } = tested
      const paid = await payByCard(tested, newOrder(), { pence: 570 })
      const account = await openAccount(payments, randomUUID())
      const transfer = transferOf(paid, account, 500)
      await refusalOf(payments.sendTransfer(transfer))
      equal(await payments.findTransfer(transfer), null)
    },
  },
  {
    name: 'a transfer is sent once under its key, is found by its row, and takes no more than its charge',
    needsAccount: true,
    async play(tested) {
      const { payments, account } = tested
      deepEqual((await payments.findReadiness(account)).payoutsEnabled, true)
      const paid = await payByCard(tested, newOrder(), { pence: 570 })
      const transfer = transferOf(paid, account, 500)
      const { providerId, balance } = await payments.sendTransfer(transfer)
      deepEqual(
        [balance.type, balance.amountPence, balance.sourceId],
        ['transfer', -500, providerId],
      )
      equal((await payments.sendTransfer(transfer)).providerId, providerId)
      equal((await payments.findTransfer(transfer))?.providerId, providerId)
      const read = await payments.readTransfer(providerId)
      deepEqual(
        [read?.transferId, read?.chargeId, read?.pence],
        [transfer.transferId, paid.chargeId, 500],
      )
      await refusalOf(payments.sendTransfer(transferOf(paid, account, 71)))
    },
  },
  {
    name: 'a transfer is taken back in parts, each once under its key, and no more than was sent',
    needsAccount: true,
    async play(tested) {
      const { payments, account } = tested
      const paid = await paySettled(tested)
      const { providerId: sentTransferId } = await payments.sendTransfer(
        transferOf(paid, account, 500),
      )
      const part = reversalOf(paid, sentTransferId, 200)
      const { providerId, balance } = await payments.sendReversal(part)
      equal(balance.amountPence, 200)
      equal((await payments.sendReversal(part)).providerId, providerId)
      equal((await payments.findReversal(part))?.providerId, providerId)
      const read = await payments.readReversal({ providerId, sentTransferId })
      deepEqual([read?.reversalId, read?.pence], [part.reversalId, 200])
      await refusalOf(payments.sendReversal(reversalOf(paid, sentTransferId, 301)))
      await payments.sendReversal(reversalOf(paid, sentTransferId, 300))
      const made = await payments.listReversals(sentTransferId)
      deepEqual(
        made.map(({ pence }) => pence).toSorted((one, other) => one - other),
        [200, 300],
      )
    },
  },
  {
    name: 'the days on which an account’s bank is paid are those that were set',
    needsAccount: true,
    async play({ payments, account }) {
      for (const day of [5, 6]) {
        const schedule = { interval: 'monthly', day } as const
        await payments.setPayoutSchedule(account, schedule)
        deepEqual(await payments.readPayoutSchedule(account), schedule)
      }
    },
  },
  {
    name: 'a transfer and a reversal that do not exist are none',
    needsAccount: true,
    async play(tested) {
      const { payments, account } = tested
      equal(await payments.readTransfer('tr_doesnotexist'), null)
      const paid = await paySettled(tested)
      const { providerId } = await payments.sendTransfer(transferOf(paid, account, 100))
      const unknown = { providerId: 'trr_doesnotexist', sentTransferId: providerId }
      equal(await payments.readReversal(unknown), null)
      equal(
        await payments.findReversal({ reversalId: randomUUID(), sentTransferId: providerId }),
        null,
      )
    },
  },
]
