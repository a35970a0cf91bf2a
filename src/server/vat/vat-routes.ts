import { Readable } from 'node:stream'
import { downloadVatInvoice, getVatInvoice } from '#contracts/vat-invoices.ts'
import { csvMediaType } from '#rules/csv.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import { attachmentNamed } from '#server/http/send-file.ts'
import type { Serving } from '#server/http/serve.ts'
import type { SessionUser } from '#server/http/session.ts'
import { vatInvoiceFile, vatInvoiceFileName } from './vat-invoice-file.ts'
import { findVatInvoice, presentVatInvoice, readVatLines } from './vat-invoice-queries.ts'

export function vatRoutes({ serve, serveBytes }: Serving, { db }: { db: Db }) {
  serve(getVatInvoice, async ({ input: { invoice: number, ...search }, user }) =>
    presentVatInvoice(db, await requireInvoice(db, number, user), search),
  )

  serveBytes(downloadVatInvoice, async ({ input: { invoice: number }, user, reply }) => {
    const invoice = await requireInvoice(db, number, user)
    reply.header('cache-control', 'private, no-store')
    reply.header('content-type', csvMediaType)
    reply.header('content-disposition', attachmentNamed(vatInvoiceFileName(invoice)))
    await reply.send(Readable.from(vatInvoiceFile(invoice, readVatLines(db, invoice))))
  })
}

/** Another artist's is treated like one that does not exist; admins read those of every artist. */
async function requireInvoice(db: Db, number: string, user: SessionUser) {
  const ofArtist = user.mayAdminister ? null : user.id
  const invoice = await findVatInvoice(db, { number, ofArtist })
  if (invoice === null) throw new Refusal('not_found')
  return invoice
}
