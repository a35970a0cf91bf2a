// One closed day: the balance before and after, the sums between, what was late, and what differs.

import type { z } from 'zod'
import type { getReconciledDay } from '#contracts/admin/reconciliation.ts'
import { formatPence } from '#rules/price.ts'
import { DateTimeText } from '#web/ui/date-text.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { AdminTable, Cell } from '../admin-table.tsx'
import { DifferencesTable } from './differences-table.tsx'
import { Fact, LongFact } from '../fact.tsx'

type Day = z.infer<(typeof getReconciledDay)['output']>

export function DayRecord(day: Day) {
  return (
    <div className="stack-lg">
      <Panel>
        <dl className="admin-facts">
          <Fact label="Balance before">{formatPence(day.openingPence)}</Fact>
          <Fact label="Balance after">{formatPence(day.closingPence)}</Fact>
          <Fact label="Movements">{day.transactions}</Fact>
          <Fact label="Closed">
            <DateTimeText iso={day.closedAt} />
          </Fact>
          <LongFact label="Hash">
            <code>{day.hash}</code>
          </LongFact>
        </dl>
      </Panel>
      <section className="stack" aria-labelledby="sums">
        <h2 id="sums">Sums by type</h2>
        {day.sums.length === 0 ? <p>Nothing has moved on this day.</p> : <Sums sums={day.sums} />}
      </section>
      <section className="stack" aria-labelledby="late">
        <h2 id="late">Late</h2>
        {day.lateTotal === 0 ? (
          <p>Each movement was read before the day of its creation was closed.</p>
        ) : (
          <Late late={day.late} total={day.lateTotal} />
        )}
      </section>
      <section className="stack" aria-labelledby="differences">
        <h2 id="differences">Differences</h2>
        {day.differencesTotal === 0 ? (
          <p>Nothing differed.</p>
        ) : (
          <DifferencesTable differences={day.differences} caption="Differences of the day" />
        )}
        {day.differencesTotal > day.differences.length && (
          <p>
            These are the first {day.differences.length} of {day.differencesTotal}.
          </p>
        )}
      </section>
    </div>
  )
}

function Sums({ sums }: Pick<Day, 'sums'>) {
  return (
    <AdminTable caption="Sums by type" columns={['Type', 'Movements', 'Amount', 'Fees']}>
      {sums.map(({ type, transactions, amountPence, feePence }) => (
        <tr key={type}>
          <Cell label="Type">{type}</Cell>
          <Cell label="Movements">{transactions}</Cell>
          <Cell label="Amount">{formatPence(amountPence)}</Cell>
          <Cell label="Fees">{formatPence(feePence)}</Cell>
        </tr>
      ))}
    </AdminTable>
  )
}

function Late({ late, total }: { late: Day['late']; total: number }) {
  return (
    <>
      <p>Read after the day of its creation was closed, and counted on this one.</p>
      <AdminTable caption="Late movements" columns={['Made', 'Type', 'Amount', 'Id']}>
        {late.map(({ id, type, pence, createdAt }) => (
          <tr key={id}>
            <Cell label="Made">
              <DateTimeText iso={createdAt} />
            </Cell>
            <Cell label="Type">{type}</Cell>
            <Cell label="Amount">{formatPence(pence)}</Cell>
            <Cell label="Id">
              <code>{id}</code>
            </Cell>
          </tr>
        ))}
      </AdminTable>
      {total > late.length && (
        <p>
          These are the first {late.length} of {total}.
        </p>
      )}
    </>
  )
}
