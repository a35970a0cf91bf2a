// What is reported of artists for a year or a quarter: the sums of all, and a row for each.

import type { ReportedArtist, ReportedArtists, ShownFigures } from '#contracts/admin/reporting.ts'
import { adminUserPath } from '#rules/admin/admin-paths.ts'
import { isReportable, reportabilityReasons } from '#rules/platform-report/report-rules.ts'
import { formatPence } from '#rules/price.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { wholeNumber } from '#web/ui/whole-number.ts'
import { AdminTable, Cell } from '../admin-table.tsx'
import { Fact } from '../fact.tsx'

export function ReportTotals({ totals: { services, licences } }: Pick<ReportedArtists, 'totals'>) {
  return (
    <dl className="admin-facts">
      <Fact label="All commissions">
        <Figures figures={services} />
      </Fact>
      <Fact label="All licences of tracks">
        <Figures figures={licences} />
      </Fact>
    </dl>
  )
}

const columns = ['Artist', 'Reported', 'Services', 'Tracks', 'Missing there', 'Their copy'] as const

export function ReportedArtistsTable({ artists }: { artists: readonly ReportedArtist[] }) {
  return (
    <AdminTable caption="What is reported of artists" columns={columns}>
      {artists.map((row) => (
        <Row key={row.artist.id} row={row} />
      ))}
    </AdminTable>
  )
}

function Row({
  row: { artist, accountId, missing, reportability, services, licences, copy },
}: RowProps) {
  return (
    <tr>
      <Cell label="Artist">
        <PageLink href={adminUserPath(artist.id)}>
          <bdi>{artist.name}</bdi>
        </PageLink>
        {artist.isBanned && <p className="detail">Banned</p>}
        <p className="detail">{accountId ?? 'No account at the card provider'}</p>
      </Cell>
      <Cell label="Reported">
        {isReportable(reportability) ? 'Yes' : 'No'}
        <p className="detail">{reportabilityReasons[reportability]}</p>
      </Cell>
      <Cell label="Services">
        <Figures figures={services} />
      </Cell>
      <Cell label="Tracks">
        <Figures figures={licences} />
      </Cell>
      <Cell label="Missing there">
        {missing.length === 0 ? 'Nothing that it asks for' : missing.join(', ')}
      </Cell>
      <Cell label="Their copy">
        {copy === null ? (
          'None'
        ) : (
          <>
            Number {copy.number}, <DateText iso={copy.madeAt} />
          </>
        )}
        {artist.isDeleted && (
          <p className="detail">
            The account is deleted: send a copy to the address that the card provider has
          </p>
        )}
      </Cell>
    </tr>
  )
}

type RowProps = { row: ReportedArtist }

function Figures({ figures: { sales, considerationPence, feePence } }: { figures: ShownFigures }) {
  return (
    <>
      {formatPence(considerationPence)}
      <p className="detail">
        {wholeNumber(sales)} {sales === 1 ? 'sale' : 'sales'}, our fees {formatPence(feePence)}
      </p>
    </>
  )
}
