// What an artist has earned in each of the last twelve months: a picture, and the same as a table.

import type { SalesSummary } from '#contracts/sales.ts'
import { formatPence } from '#rules/price.ts'
import { monthName, shortMonthName } from '#rules/sales/sale-months.ts'
import { artistSalesPath } from '#rules/sales/sales-search.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { wholeNumber } from '#web/ui/whole-number.ts'

type Month = SalesSummary['months'][number]

export function SalesPlot({ months }: { months: readonly Month[] }) {
  return (
    <Panel aria-labelledby="plot-heading" className="panel-stack">
      <h2 id="plot-heading">Earned by month</h2>
      <Plot months={months} />
      <details className="sales-months">
        <summary>The same as a table</summary>
        <MonthsTable months={months} />
      </details>
      <p className="commission-hint">
        Months begin in London. A commission counts from the day on which it is approved.
      </p>
    </Panel>
  )
}

/** Drawn in units of one month by a hundredth of the highest month: style sheets stretch it. */
const height = 100
const barWidth = 0.64

function Plot({ months }: { months: readonly Month[] }) {
  const max = Math.max(1, ...months.map(pence))
  const highest = months.find((month) => pence(month) === max)
  return (
    <figure className="sales-plot">
      <figcaption>
        <span className="sales-plot-most">{formatPence(highest ? max : 0)}</span>
        <span className="sales-key" data-kind="track">
          Tracks
        </span>
        <span className="sales-key" data-kind="commission">
          Commissions
        </span>
      </figcaption>
      <svg
        role="img"
        aria-label={descriptionOf(months, highest)}
        viewBox={`0 0 ${months.length} ${height}`}
        preserveAspectRatio="none"
      >
        {[0, height / 2, height].map((y) => (
          <line key={y} x1="0" x2={months.length} y1={y} y2={y} className="sales-plot-line" />
        ))}
        {months.map((month, at) => (
          <Bar key={month.month} month={month} x={at + (1 - barWidth) / 2} scale={height / max} />
        ))}
      </svg>
      <ol aria-hidden="true">
        {months.map(({ month }) => (
          <li key={month}>
            {shortMonthName(month).slice(0, 1)}
            <span>{shortMonthName(month).slice(1)}</span>
          </li>
        ))}
      </ol>
    </figure>
  )
}

function Bar({ month, x, scale }: { month: Month; x: number; scale: number }) {
  const [tracks, commissions] = [month.trackPence * scale, month.commissionPence * scale]
  return (
    <g>
      <title>{`${monthName(month.month)}: ${formatPence(pence(month))}`}</title>
      <rect x={x} width={barWidth} y={height - tracks} height={tracks} data-kind="track" />
      <rect
        x={x}
        width={barWidth}
        y={height - tracks - commissions}
        height={commissions}
        data-kind="commission"
      />
    </g>
  )
}

function pence({ trackPence, commissionPence }: Month): number {
  return trackPence + commissionPence
}

function descriptionOf(months: readonly Month[], highest: Month | undefined): string {
  const all = months.reduce((sum, month) => sum + pence(month), 0)
  const total = `${formatPence(all)} earned in twelve months`
  return highest === undefined
    ? `${total}.`
    : `${total}; the most, ${formatPence(pence(highest))}, in ${monthName(highest.month)}.`
}

function MonthsTable({ months }: { months: readonly Month[] }) {
  return (
    <table>
      <caption className="sr-only">Earned by month</caption>
      <thead>
        <tr>
          {['Month', 'Sales', 'Tracks', 'Commissions', 'Together'].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {months.toReversed().map((one) => (
          <tr key={one.month}>
            <th scope="row">
              <PageLink href={artistSalesPath({ month: one.month })}>
                {monthName(one.month)}
              </PageLink>
            </th>
            <td>{wholeNumber(one.sales)}</td>
            <td>{formatPence(one.trackPence)}</td>
            <td>{formatPence(one.commissionPence)}</td>
            <td>{formatPence(pence(one))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
