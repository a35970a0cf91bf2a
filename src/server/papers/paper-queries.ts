// An artist's papers of all kinds as one list, for the artist and for admins.

import { sql, type RawBuilder } from 'kysely'
import type { Paper, PaperList } from '#contracts/papers.ts'
import { paperKinds, papersPageSize, type PaperKind } from '#rules/papers/papers.ts'
import { vatInvoiceNumber, type VatInvoiceKind } from '#rules/vat/vat-invoices.ts'
import type { Db } from '#server/db/client.ts'
import { pageAt } from '#server/db/paging.ts'

type Wanted = { artistId: string; kind?: PaperKind | undefined; page: number }

type PaperRow = {
  kind: PaperKind
  id: string
  number: number
  period: string
  made_at: Date
  /** The balance of a statement. */
  balance_pence: number | null
  /** The sums of the lines of an invoice. */
  net_pence: number | null
  vat_pence: number | null
}

/** The newest first. */
export async function findPapers(db: Db, { artistId, kind, page }: Wanted): Promise<PaperList> {
  const counts = await countPapers(db, artistId)
  const total = counts
    .filter((count) => kind === undefined || count.kind === kind)
    .reduce((sum, count) => sum + count.papers, 0)
  const { paging, offset } = pageAt({ page, total, size: papersPageSize })
  const { rows } = await sql<PaperRow>`
    with listed as materialized (
      ${papersOf(artistId, kind === undefined ? paperKinds : [kind])}
      order by made_at desc, period desc, kind desc, number desc
      limit ${papersPageSize} offset ${offset}
    )
    select listed.*, invoiced.net_pence, invoiced.vat_pence
    from listed
    left join lateral (
      select sum(net_pence)::int as net_pence, sum(vat_pence)::int as vat_pence
      from vat_invoice_lines where invoice_id = listed.id
    ) as invoiced on listed.kind in (${kindName('vat_invoice')}, ${kindName('credit_note')})
    order by made_at desc, period desc, kind desc, number desc
  `.execute(db)
  const kinds = paperKinds.filter((one) => counts.some((count) => count.kind === one))
  return { papers: rows.map(presentPaper), kinds, ...paging }
}

async function countPapers(db: Db, artistId: string) {
  const { rows } = await sql<{ kind: PaperKind; papers: number }>`
    select kind, count(*)::int as papers from (${papersOf(artistId, paperKinds)}) as papers group by kind
  `.execute(db)
  return rows
}

function papersOf(artistId: string, kinds: readonly PaperKind[]): RawBuilder<unknown> {
  return sql.join(
    kinds.map((kind) => rowsOf[kind](artistId)),
    sql` union all `,
  )
}

const kindName = (kind: PaperKind) => sql.lit(kind)

const rowsOf: Record<PaperKind, (artistId: string) => RawBuilder<unknown>> = {
  statement: (artistId) => sql`
    select ${kindName('statement')} as kind, id, number, to_char(month, 'YYYY-MM') as period, made_at,
      closing_owed_pence - closing_owing_pence as balance_pence
    from statements where artist_id = ${artistId}`,
  vat_invoice: (artistId) => invoicesOf(artistId, 'vat_invoice'),
  credit_note: (artistId) => invoicesOf(artistId, 'credit_note'),
  tax_report: (artistId) => sql`
    select ${kindName('tax_report')} as kind, id, number, year::text as period, made_at, null::int as balance_pence
    from platform_report_copies where artist_id = ${artistId}`,
}

const invoiceKinds = { vat_invoice: 'invoice', credit_note: 'credit_note' } as const

function invoicesOf(artistId: string, kind: keyof typeof invoiceKinds): RawBuilder<unknown> {
  return sql`
    select ${kindName(kind)} as kind, id, serial as number, to_char(month, 'YYYY-MM') as period, issued_at as made_at,
      null::int as balance_pence
    from vat_invoices
    where artist_id = ${artistId} and kind = ${sql.lit(invoiceKinds[kind] satisfies VatInvoiceKind)}`
}

function presentPaper(row: PaperRow): Paper {
  const { kind, id, period, net_pence: netPence, vat_pence: vatPence } = row
  const shown = { kind, period, madeAt: row.made_at.toISOString() }
  if (kind === 'vat_invoice' || kind === 'credit_note') {
    const number = vatInvoiceNumber(invoiceKinds[kind], row.number)
    return { ...shown, id: number, number, pence: (netPence ?? 0) + (vatPence ?? 0), vatPence }
  }
  return { ...shown, id, number: String(row.number), pence: row.balance_pence, vatPence: null }
}
