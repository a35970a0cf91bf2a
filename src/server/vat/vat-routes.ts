import { getVatInvoice, listVatInvoices } from '#contracts/vat-invoices.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import type { Serving } from '#server/http/serve.ts'
import { findVatInvoice, findVatInvoices } from './vat-invoice-queries.ts'

export function vatRoutes({ serve }: Serving, { db }: { db: Db }) {
  serve(listVatInvoices, ({ user }) => findVatInvoices(db, user.id))

  serve(getVatInvoice, async ({ input: { invoice: number }, user }) => {
    const ofArtist = user.mayAdminister ? null : user.id
    const invoice = await findVatInvoice(db, { number, ofArtist })
    if (invoice === null) throw new Refusal('not_found')
    return invoice
  })
}
