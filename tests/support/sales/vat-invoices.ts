// Invoices for the platform's fees in tests.

import { randomUUID } from 'node:crypto'
import { vatInvoiceNumber } from '#rules/vat/vat-invoices.ts'
import { systemClock, type Clock } from '#server/clock-and-failpoints/clock.ts'
import type { Db } from '#server/db/client.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { openDatabaseOf } from '../money/stored-differences.ts'
import type { TestApp, TestUser } from '../test-app.ts'

/** The job of the 2nd. */
export async function makeVatInvoices(app: TestApp): Promise<void> {
  await addJob(app.db, 'make_vat_invoices', {})
  await app.work()
}

/** To the user, whatever their role, for the fee of a sale of this order. Returns its number. */
export async function storeVatInvoice(
  { db, clock }: Pick<TestApp, 'db'> & { clock: Clock },
  user: Pick<TestUser, 'id' | 'username' | 'email'>,
  { orderId }: { orderId: string },
): Promise<string> {
  const { last_serial: serial } = await db
    .updateTable('vat_invoice_counters')
    .set((eb) => ({ last_serial: eb('last_serial', '+', 1) }))
    .where('kind', '=', 'invoice')
    .returning('last_serial')
    .executeTakeFirstOrThrow()
  const line = await db
    .selectFrom('order_lines')
    .select(['id', 'title'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  const invoice = { id: randomUUID(), serial, issuedAt: clock.now() }
  await db.transaction().execute((tx) => insertInvoice(tx, user, { ...invoice, line }))
  return vatInvoiceNumber('invoice', serial)
}

type Stored = {
  id: string
  serial: number
  issuedAt: Date
  line: { id: string; title: string }
}

/** Its line first: none is added to an invoice that is issued. */
async function insertInvoice(
  tx: Db,
  user: Pick<TestUser, 'id' | 'username' | 'email'>,
  { id, serial, issuedAt, line }: Stored,
): Promise<void> {
  const amounts = { vat_rate: 2_000, net_pence: 58, vat_pence: 12 }
  await tx
    .insertInto('vat_invoice_lines')
    .values({ ...amounts, invoice_id: id, sale_id: line.id, title: line.title, at: issuedAt })
    .execute()
  await tx
    .insertInto('vat_invoices')
    .values({
      id,
      kind: 'invoice',
      serial,
      artist_id: user.id,
      month: '2026-10-01',
      issued_at: issuedAt,
      seller_name: 'Undersong',
      seller_address: ['1 Green Lane', 'Leeds LS1 1AA'],
      vat_number: 'GB123456789',
      artist_name: user.username,
      artist_email: user.email,
    })
    .execute()
}

/** To this user of a site that runs, for the fee of any sale. */
export async function storeInvoiceOf(
  site: { dataDir: string },
  { email }: { email: string },
): Promise<string> {
  const { db, close } = await openDatabaseOf(site)
  const user = await db
    .selectFrom('users')
    .select(['id', 'username', 'email'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const { order_id: orderId } = await db
    .selectFrom('sales')
    .innerJoin('order_lines', 'order_lines.id', 'sales.order_line_id')
    .select('order_id')
    .executeTakeFirstOrThrow()
  const number = await storeVatInvoice({ db, clock: systemClock }, user, { orderId })
  await close()
  return number
}
