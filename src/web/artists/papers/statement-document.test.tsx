// A statement as a screen reader reads it: each table has a name, each amount the headers of its column and its row.

import { render, screen, within } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { Statement } from '#contracts/papers.ts'
import { statementLineKinds, statementLineNames } from '#rules/papers/statement-lines.ts'
import { StatementDocument } from './statement-document.tsx'

const at = '2033-07-05T09:00:00.000Z'

/** A line of each kind, whose amounts are all different. */
const lines: Statement['lines'] = statementLineKinds.map((kind, number) => ({
  id: String(number),
  kind,
  titles: ['Skye'],
  reference: null,
  bookedAt: at,
  occurredAt: at,
  correctsNumber: null,
  owedPence: 100 + number,
  owingPence: 1 + number,
}))

const statement: Statement = {
  id: '0198f000-0000-7000-8000-0000000000a1',
  number: 8,
  month: '2033-07',
  artistName: 'Rosa Lindqvist',
  seller: { name: 'Undersong', address: ['1 Green Lane'], vatNumber: 'GB1' },
  madeAt: at,
  opening: { owedPence: 50, owingPence: 20 },
  closing: {
    owedPence: lines.reduce((sum, { owedPence }) => sum + owedPence, 50),
    owingPence: lines.reduce((sum, { owingPence }) => sum + owingPence, 20),
  },
  sums: lines.map(({ kind, owedPence, owingPence }) => ({ kind, lines: 1, owedPence, owingPence })),
  lines,
  lineCount: lines.length,
  bankPayouts: [{ id: 'po_1', isReturn: false, pence: 500, occurredAt: at }],
  correctedBy: [],
}

function show(): void {
  const Component = () => <StatementDocument statement={statement} />
  const Stub = createRoutesStub([{ path: '/', Component }])
  render(<Stub />)
}

/** Of each cell: the header of its row, that of its column, and the text. */
function cellsOf(name: string) {
  const table = screen.getByRole('table', { name: new RegExp(`^${name}`) })
  const columns = within(table)
    .getAllByRole('columnheader')
    .map((header) => header.textContent)
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .flatMap((row) => {
      const header = within(row).getByRole('rowheader').textContent
      const cells = within(row).getAllByRole('cell')
      expect(cells).toHaveLength(columns.length - 1)
      return cells.map((cell, place) => ({
        header,
        column: columns[place + 1],
        text: cell.textContent,
      }))
    })
}

const pence = (text: string) => Math.round(Number(text.replace(/[£,]/g, '')) * 100)

test('the tables have names, and every amount has the header of its row and of its column', () => {
  show()
  for (const table of screen.getAllByRole('table')) {
    expect(table.querySelector('caption')?.textContent).not.toBe('')
    expect(
      [...table.querySelectorAll('thead th')].map((head) => head.getAttribute('scope')),
    ).toEqual([...table.querySelectorAll('thead th')].map(() => 'col'))
    expect(table.querySelectorAll('tbody th:not([scope="row"])')).toHaveLength(0)
  }
  const balance = cellsOf('Your balance')
  const names = new Set(balance.map(({ header }) => header))
  for (const kind of statementLineKinds)
    expect([...names].some((header) => header.startsWith(statementLineNames[kind]))).toBe(true)
  expect(new Set(balance.map(({ column }) => column))).toEqual(
    new Set(['Owed to you', 'You owe', 'Balance']),
  )
})

test('the amounts of the page lead from the opening balance to the closing one, in both tables', () => {
  show()
  const sumOf = (cells: ReturnType<typeof cellsOf>, column: string) =>
    cells.filter((cell) => cell.column === column).reduce((sum, { text }) => sum + pence(text), 0)
  const isBalance = ({ header }: { header: string }) => header.endsWith(' balance')
  const cells = cellsOf('Your balance')
  const [balances, sums] = [cells.filter(isBalance), cells.filter((cell) => !isBalance(cell))]
  const movements = cellsOf('Every movement')
  for (const column of ['Owed to you', 'You owe']) {
    const [opening = '', closing = ''] = balances
      .filter((cell) => cell.column === column)
      .map(({ text }) => text)
    expect(pence(opening) + sumOf(sums, column)).toBe(pence(closing))
    expect(sumOf(movements, column)).toBe(sumOf(sums, column))
  }
})
