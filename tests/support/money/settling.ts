// Refunds and transfers that the provider refuses, and an admin who settles them.

import { vi } from 'vitest'
import { PaymentRefused } from '#server/gateways/payments/payments.ts'
import { createAdmin } from '../access/admin-user.ts'
import { approve, createPaid, giveUp } from '../commissions/paying.ts'
import type { TestApp, TestUser } from '../test-app.ts'

export const reference = 'FPS 28 NOV 0017'
export const note = 'The card is closed; paid to the account that Mia has named.'

export type Kind = 'refund' | 'transfer'
export const tableOf = { refund: 'refunds', transfer: 'transfers' } as const
export const kinds = ['refund', 'transfer'] as const

export const rowOf = (app: TestApp, kind: Kind) =>
  app.db.selectFrom(tableOf[kind]).selectAll().executeTakeFirstOrThrow()

/** A commission that was given up, or approved: its refund or transfer is owed, and the provider refuses it. */
export async function createOwed(app: TestApp, kind: Kind) {
  const name = kind === 'refund' ? 'sendRefund' : 'sendTransfer'
  const send = vi
    .spyOn(app.payments, name)
    .mockRejectedValue(new PaymentRefused('card_closed', 'Refused for good.'))
  const admin = await createAdmin(app)
  const paid = await createPaid(app)
  await (kind === 'refund' ? giveUp(app, paid.id) : approve(app, paid.id))
  await app.work()
  const { id } = await rowOf(app, kind)
  const owner = kind === 'refund' ? paid.mia : paid.tom
  return { ...paid, admin, owedId: id, owner, send }
}

export type Owed = { admin: TestUser; owedId: string }

export const settle = (
  app: TestApp,
  kind: Kind,
  { admin, owedId }: Owed,
  words = { reference, note },
) => app.call(`POST /api/proxy/admin/${tableOf[kind]}/${owedId}/settle`, { as: admin, send: words })
