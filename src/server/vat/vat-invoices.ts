// On the 2nd of each month: an invoice for each artist whose sales have had fees with VAT, and a credit note for what has
// gone back of fees that were invoiced before. A run makes what is missing, however often it runs.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { customTrackTitle } from '#rules/payments/paid-titles.ts'
import { formatPence } from '#rules/price.ts'
import { monthName, monthsUntil, monthOf } from '#rules/sales/sale-months.ts'
import { sumOfVat } from '#rules/vat/contained-vat.ts'
import {
  vatInvoiceNames,
  vatInvoiceNumber,
  vatInvoicePath,
  type VatInvoiceKind,
} from '#rules/vat/vat-invoices.ts'
import type { Clock } from '#server/clock-and-failpoints/clock.ts'
import type { Db } from '#server/db/client.ts'
import type { JobRun } from '#server/jobs/job-names.ts'
import { tryEach } from '#server/jobs/try-each.ts'
import { queueEmail } from '#server/mail/queue-email.ts'
import { findDueArtists, findDueLines, type DueLine } from './due-vat-lines.ts'
import { findVatRecipient, removeVatRecipients } from './vat-recipients.ts'

export type InvoiceDeps = {
  db: Db
  clock: Clock
  seller: { name: string; address: string[] }
  publicUrl: string
}

type Run = Pick<JobRun, 'log' | 'signal'>

/**
 * For the month before the present one, in London, and for what was left out of earlier ones. One that fails does not stop the
 * others.
 *
 * @throws Error if some have failed: the next run makes what is missing
 */
export async function makeVatInvoices(deps: InvoiceDeps, run: Run): Promise<void> {
  const now = deps.clock.now()
  const [month = ''] = monthsUntil(monthOf(now), 2)
  const failed = await tryEach(await findDueArtists(deps.db, month), run, {
    work: (artistId) =>
      deps.db
        .transaction()
        .execute((tx) => invoiceArtist(tx, deps, { artistId, month, issuedAt: now })),
    failure: 'a VAT invoice was not made',
    ids: (artist) => ({ artist }),
  })
  await removeVatRecipients(deps.db, month)
  if (failed.length > 0)
    throw new Error(`The VAT invoices of ${failed.length} artists were not made.`)
}

type Issue = { artistId: string; month: string; issuedAt: Date }

/** Usually one invoice; one for each VAT number, if another one applied from a day of the month on. */
async function invoiceArtist(tx: Db, deps: InvoiceDeps, issue: Issue): Promise<void> {
  // Another run waits here, and finds nothing left. It also keeps the numbers without gaps.
  await sql`select from vat_invoice_counters order by kind for update`.execute(tx)
  const lines = await findDueLines(tx, issue)
  for (const [vatNumber, own] of Map.groupBy(lines, (line) => line.vat_number)) {
    const [corrections, invoiced] = [
      own.filter(({ corrects }) => corrects !== null),
      own.filter(({ corrects }) => corrects === null),
    ]
    const document = { ...issue, vatNumber }
    if (invoiced.length > 0) await make(tx, deps, { ...document, kind: 'invoice', lines: invoiced })
    if (corrections.length > 0)
      await make(tx, deps, { ...document, kind: 'credit_note', lines: corrections })
  }
}

type Document = Issue & { kind: VatInvoiceKind; vatNumber: string; lines: readonly DueLine[] }

async function make(tx: Db, deps: InvoiceDeps, document: Document): Promise<void> {
  const { kind, artistId, month, issuedAt, vatNumber, lines } = document
  const { last_serial: serial } = await tx
    .updateTable('vat_invoice_counters')
    .set((eb) => ({ last_serial: eb('last_serial', '+', 1) }))
    .where('kind', '=', kind)
    .returning('last_serial')
    .executeTakeFirstOrThrow()
  const corrects = lines.find((line) => line.corrects !== null)?.corrects ?? null
  const artist = await findVatRecipient(tx, { artistId, corrects })
  const invoiceId = randomUUID()
  // Before the invoice: nothing is added to one that is issued.
  await insertLines(tx, invoiceId, lines)
  await tx
    .insertInto('vat_invoices')
    .values({
      id: invoiceId,
      kind,
      serial,
      artist_id: artistId,
      month: `${month}-01`,
      issued_at: issuedAt,
      seller_name: deps.seller.name,
      seller_address: deps.seller.address,
      vat_number: vatNumber,
      artist_name: artist.name,
      artist_email: artist.email,
    })
    .execute()
  if (!artist.isDeleted) await tellArtist(tx, deps, { ...document, invoiceId, serial })
}

async function insertLines(tx: Db, invoiceId: string, lines: readonly DueLine[]): Promise<void> {
  const rows = lines.map((line) => ({
    invoice_id: invoiceId,
    sale_id: line.sale_id,
    refund_id: line.refund_id,
    corrects: line.corrects,
    title: line.commission === null ? (line.title ?? '') : customTrackTitle(line.commission),
    at: line.at.toISOString(),
    vat_rate: line.vat_rate,
    net_pence: line.net_pence,
    vat_pence: line.vat_pence,
  }))
  // One parameter, however many lines there are.
  await sql`
    insert into vat_invoice_lines
    select * from jsonb_populate_recordset(null::vat_invoice_lines, ${JSON.stringify(rows)}::jsonb)
  `.execute(tx)
}

type Made = Document & { invoiceId: string; serial: number }

async function tellArtist(tx: Db, { publicUrl }: InvoiceDeps, made: Made): Promise<void> {
  const { artistId, kind, month, serial, lines, invoiceId } = made
  const [name, number] = [vatInvoiceNames[kind], vatInvoiceNumber(kind, serial)]
  const { netPence, vatPence } = sumOfVat(
    lines.map((line) => ({ netPence: line.net_pence, vatPence: line.vat_pence })),
  )
  await queueEmail(tx, artistId, {
    dedupeKey: `vat_invoice:${invoiceId}`,
    subject: `Your ${name} ${number} for ${monthName(month)}`,
    blocks: [
      { paragraph: explanations[kind] },
      {
        rows: [
          { name: 'Without VAT', value: formatPence(netPence) },
          { name: 'VAT', value: formatPence(vatPence) },
        ],
        total: { name: 'Total', value: formatPence(netPence + vatPence) },
      },
      { button: { label: `See the ${name}`, url: publicUrl + vatInvoicePath(number) } },
    ],
  })
}

const explanations: Record<VatInvoiceKind, string> = {
  invoice:
    'This is what our fees were for your sales. The singers have paid them with the price: there is nothing to pay.',
  credit_note:
    'Money of your sales went back to singers, and our fees with it. This corrects what we invoiced before: there is nothing to pay.',
}
