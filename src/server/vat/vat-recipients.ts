// Whom an invoice for fees names: the artist as of now, or, of a deleted account, as the account was called. That is kept until
// the invoice is made, which is a duty of tax law, and no longer.

import { sql, type SqlBool } from 'kysely'
import type { VatMode } from '#rules/vat/vat-terms.ts'
import type { Db } from '#server/db/client.ts'
import { nameOf } from '#server/db/user-name.ts'
import { findDueArtists } from './due-vat-lines.ts'

/** In the transaction that deletes the account, before the name is removed. Without anything to invoice, nothing is kept. */
export async function keepVatRecipient(tx: Db, artistId: string): Promise<void> {
  await sql`
    insert into vat_recipients (artist_id, name, email, until_month)
    select users.id, ${nameOf()}, email, max(sales.month)
    from users
    join sales on sales.artist_id = users.id
    where users.id = ${artistId} and vat_mode = ${sql.lit('fee' satisfies VatMode)} and status <> 'held'
      and vat_net_pence + vat_pence > 0
      and not exists (select from vat_invoice_lines where sale_id = sales.id and refund_id is null)
    group by users.id
  `.execute(tx)
}

export type VatRecipient = { name: string; email: string; isDeleted: boolean }

type Named = { artistId: string; corrects: string | null }

/** @param named.corrects an invoice that a credit note takes back from */
export async function findVatRecipient(
  tx: Db,
  { artistId, corrects }: Named,
): Promise<VatRecipient> {
  const { rows } = await sql<VatRecipient>`
    select deleted_at is not null as "isDeleted",
      case when deleted_at is null then ${nameOf()}
        else coalesce(kept.name, corrected.artist_name, username) end as name,
      case when deleted_at is null then users.email
        else coalesce(kept.email, corrected.artist_email, users.email) end as email
    from users
    left join vat_recipients as kept on kept.artist_id = users.id
    left join vat_invoices as corrected on corrected.id = ${corrects}
    where users.id = ${artistId}
  `.execute(tx)
  const [recipient] = rows
  if (!recipient) throw new Error(`There is no user ${artistId}.`)
  return recipient
}

/** Once the invoices of the month ('2026-11') are made: of whom nothing is left to invoice. */
export async function removeVatRecipients(db: Db, month: string): Promise<void> {
  const due = await findDueArtists(db, month)
  await db
    .deleteFrom('vat_recipients')
    .where(sql<SqlBool>`until_month <= ${`${month}-01`}::date and artist_id <> all(${due}::uuid[])`)
    .execute()
}
