// An artist's copy of the platform report as a document: on the screen and on paper.

import type { TaxReport } from '#contracts/tax-reports.ts'
import { considerationPence, type ReportFigures } from '#rules/platform-report/report-rules.ts'
import { quarterName, quarters } from '#rules/platform-report/report-years.ts'
import { formatPence } from '#rules/price.ts'
import type { SaleKind } from '#rules/sales/sale-process.ts'
import { DocumentHead, madeOn } from '#web/ui/document-head.tsx'
import { wholeNumber } from '#web/ui/whole-number.ts'

export function TaxReportDocument({ report }: { report: TaxReport }) {
  const { year, number, madeAt, isCorrected, operator, accountId, figures } = report
  const hasLicences = figures.some(({ kind }) => kind === 'track')
  return (
    <article className="panel document tax-report">
      <DocumentHead
        title={`Tax report for ${year}`}
        facts={[
          { name: 'Copy', value: number },
          madeOn(madeAt),
          { name: 'Your payment account', value: accountId ?? 'none' },
        ]}
        from={operator}
      />
      {isCorrected && (
        <p>
          <strong>A later copy corrects this one.</strong>
        </p>
      )}
      <p>
        We report the following to the tax authority, with your name, address, date of birth and tax
        number as our card provider has them. Use it for your own tax return.
      </p>
      <FiguresTable report={report} kind="commission" caption="Commissions: what we report" />
      {hasLicences && (
        <FiguresTable
          report={report}
          kind="track"
          caption="Licences of tracks: for your information, not reported"
        />
      )}
      <p className="detail">
        “Paid to you” is what we credited to you in the quarter, without our fees, which singers pay
        on top. “Taken back” is your part of what we gave back in it, whenever it was sold.
      </p>
    </article>
  )
}

type FiguresTableProps = { report: TaxReport; kind: SaleKind; caption: string }

function FiguresTable({ report: { year, figures }, kind, caption }: FiguresTableProps) {
  const rows = quarters.map((quarter) => ({
    quarter,
    ...(figures.find((one) => one.kind === kind && one.quarter === quarter) ?? nothing),
  }))
  return (
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Quarter</th>
          <th scope="col">Sales</th>
          <th scope="col">Paid to you</th>
          <th scope="col">Taken back</th>
          <th scope="col">Consideration</th>
          <th scope="col">Our fees</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ quarter, ...row }) => (
          <Row key={quarter} name={quarterName({ year, quarter })} figures={row} />
        ))}
      </tbody>
      <tfoot>
        <Row name={`All of ${year}`} figures={sumOf(rows)} />
      </tfoot>
    </table>
  )
}

function Row({ name, figures }: { name: string; figures: ReportFigures }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td data-label="Sales">{wholeNumber(figures.sales)}</td>
      <td data-label="Paid to you">{formatPence(figures.creditedPence)}</td>
      <td data-label="Taken back">{formatPence(figures.takenBackPence)}</td>
      <td data-label="Consideration">{formatPence(considerationPence(figures))}</td>
      <td data-label="Our fees">{formatPence(figures.feePence)}</td>
    </tr>
  )
}

const nothing: ReportFigures = { sales: 0, creditedPence: 0, takenBackPence: 0, feePence: 0 }

function sumOf(rows: readonly ReportFigures[]): ReportFigures {
  const sum = (value: (row: ReportFigures) => number) =>
    rows.reduce((total, row) => total + value(row), 0)
  return {
    sales: sum(({ sales }) => sales),
    creditedPence: sum((row) => row.creditedPence),
    takenBackPence: sum((row) => row.takenBackPence),
    feePence: sum(({ feePence }) => feePence),
  }
}
