// A refund and a transfer that wait, for journeys of admins: the provider would make both at once.

import { randomUUID } from 'node:crypto'
import { queryDatabase } from '../inside.ts'

/** Of a payment that was made; the same customer and artist have everything else of it. */
export async function storeOwedMoney({ dataDir }: { dataDir: string }) {
  const [payment, refund, transfer] = [randomUUID(), randomUUID(), randomUUID()]
  const problem = `The card account ${'is closed '.repeat(20)}`
  await queryDatabase(
    dataDir,
    `with bought as (
      select transfers.artist_id, payments.customer_id
      from transfers join payments on payments.id = transfers.payment_id limit 1
    ), paid as (
      insert into payments (id, subject_kind, subject_id, customer_id, amount_pence, transferred_pence,
        refunded_pence, status, expires_at, paid_at)
      select '${payment}', 'order', gen_random_uuid(), customer_id, 970, 500, 420, 'paid', now(), now() from bought
      returning id
    ), back as (
      insert into refunds (id, payment_id, amount_pence, cause, last_problem, due_at)
      select '${refund}', paid.id, 420, 'paid_twice', '${problem}', now() + interval '1 day' from paid
    )
    insert into transfers (id, payment_id, artist_id, amount_pence, status, last_problem)
    select '${transfer}', paid.id, bought.artist_id, 500, 'failed', '${problem}' from paid, bought`,
  )
  return { paymentId: payment, refundId: refund, transferId: transfer }
}

/** To the tax authority. */
export async function storeOwedVat({ dataDir }: { dataDir: string }): Promise<void> {
  await queryDatabase(
    dataDir,
    `with booked as (
      insert into ledger_transactions (fact, entry_count) values ('vat:${randomUUID()}', 2) returning id
    )
    insert into ledger_entries (transaction_id, account, amount_pence)
    select id, account, pence from booked, (values ('vat', -2400), ('vat_of_sales', 2400)) as one (account, pence)`,
  )
}

/** A refund that was made at the provider, and that an admin has assigned. Returns the provider's id. */
export async function storeAssignedRefund(app: { dataDir: string }): Promise<string> {
  const { refundId } = await storeOwedMoney(app)
  const providerId = `re_${randomUUID()}`
  await queryDatabase(
    app.dataDir,
    `update refunds set status = 'sent', provider_id = '${providerId}' where id = '${refundId}'`,
  )
  return providerId
}

/** What the artist of such a transfer owes. Returns its id. */
export async function storeDebt(app: { dataDir: string }): Promise<string> {
  const { transferId } = await storeOwedMoney(app)
  const debt = randomUUID()
  await queryDatabase(
    app.dataDir,
    `with taken as (
      update transfers set reversed_pence = 300 where id = '${transferId}' returning artist_id
    )
    insert into reversals (id, transfer_id, artist_id, cause_kind, cause_id, amount_pence, status,
      last_problem, created_at, due_at, refused_at)
    select '${debt}', '${transferId}', artist_id, 'refund', gen_random_uuid(), 300, 'refused',
      'The account ${'has too little '.repeat(12)}', now(), now(), now() - interval '200 days' from taken`,
  )
  return debt
}
