// What the platform keeps of artists' sales: of each artist, and by price and sales a month.

import type { ArtistMargin } from '#contracts/admin/margins.ts'
import { adminUserPath } from '#rules/admin/admin-paths.ts'
import { keptOfSalePence, marginPrices, marginSales } from '#rules/payments/platform-margin.ts'
import { formatPence } from '#rules/price.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import { wholeNumber } from '#web/ui/whole-number.ts'
import { AdminTable, Cell } from '../admin-table.tsx'

const columns = ['Artist', 'Sales', 'Our fees', 'Card fees', 'Account fees', 'Kept', 'Of a sale']

export function MarginTable({ margins }: { margins: readonly ArtistMargin[] }) {
  return (
    <AdminTable caption="What we keep of artists’ sales" columns={columns}>
      {margins.map((margin) => (
        <tr key={margin.artist.id}>
          <Cell label="Artist">
            <PageLink href={adminUserPath(margin.artist.id)}>
              <bdi>{margin.artist.name}</bdi>
            </PageLink>
          </Cell>
          <Cell label="Sales">{wholeNumber(margin.sales)}</Cell>
          <Cell label="Our fees">{formatPence(margin.feePence)}</Cell>
          <Cell label="Card fees">{formatPence(margin.cardFeePence)}</Cell>
          <Cell label="Account fees">{formatPence(margin.accountFeePence)}</Cell>
          <Cell label="Kept">
            {formatPence(margin.keptPence)}
            {margin.keptPence < 0 && <p className="detail">Loses money</p>}
          </Cell>
          <Cell label="Of a sale">
            {margin.sales === 0 ? '–' : formatPence(Math.round(margin.keptPence / margin.sales))}
          </Cell>
        </tr>
      ))}
    </AdminTable>
  )
}

const salesText = (sales: number) => (sales === 1 ? '1 sale' : `${sales} sales`)
const priceColumns = ['Artist price', ...marginSales.map(salesText)]

export function PriceTable() {
  return (
    <AdminTable caption="What we keep of a sale, by price and sales a month" columns={priceColumns}>
      {marginPrices.map((artistPence) => (
        <tr key={artistPence}>
          <Cell label="Artist price">{formatPence(artistPence)}</Cell>
          {marginSales.map((sales) => (
            <Cell key={sales} label={salesText(sales)}>
              {formatPence(keptOfSalePence({ artistPence, sales }))}
            </Cell>
          ))}
        </tr>
      ))}
    </AdminTable>
  )
}
