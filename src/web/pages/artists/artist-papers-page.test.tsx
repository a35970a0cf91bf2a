import { render, screen } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { PaperList } from '#contracts/papers.ts'
import ArtistPapersPage from './artist-papers-page.tsx'

const madeAt = '2033-08-02T05:40:00.000Z'
const papers: PaperList['papers'] = [
  {
    kind: 'statement',
    id: 's7',
    number: '7',
    period: '2033-07',
    madeAt,
    pence: -250,
    vatPence: null,
  },
  {
    kind: 'credit_note',
    id: 'CRN-000001',
    number: 'CRN-000001',
    period: '2033-07',
    madeAt,
    pence: 127,
    vatPence: 22,
  },
  {
    kind: 'tax_report',
    id: 't1',
    number: '1',
    period: '2032',
    madeAt,
    pence: null,
    vatPence: null,
  },
]
const list: PaperList = {
  papers,
  kinds: ['statement', 'credit_note', 'tax_report'],
  totalPages: 1,
  currentPage: 1,
}

function show(loaded: { search: object; list: PaperList }) {
  const Stub = createRoutesStub([{ id: 'page', path: '/', Component: ArtistPapersPage }])
  render(<Stub hydrationData={{ loaderData: { page: loaded } }} />)
}

const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

test('the list has papers of all kinds, says what each is for, and leads to it', () => {
  show({ search: { page: 1 }, list })
  expect(screen.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'PaperForMade onAmount',
    'Monthly statement 7July 203302/08/2033−\u2060£2.50closing balance',
    'VAT credit note CRN-000001July 203302/08/2033£1.27with £0.22 of VAT',
    'Tax report 1203202/08/2033—',
  ])
  expect(href('Monthly statement 7')).toBe('/statements/s7')
  expect(href('VAT credit note CRN-000001')).toBe('/artist-dashboard/vat-invoices/CRN-000001')
  expect(href('Tax report 1')).toBe('/artist-dashboard/tax-reports/t1')
})

test('the kinds that there are can be chosen, and the one that is shown is marked', () => {
  show({ search: { page: 1, kind: 'credit_note' }, list: { ...list, papers: papers.slice(1, 2) } })
  expect(screen.getByRole('link', { name: 'VAT credit notes' }).getAttribute('aria-current')).toBe(
    'page',
  )
  expect(href('Tax reports')).toBe('/artist-dashboard/papers?kind=tax_report')
  expect(href('All')).toBe('/artist-dashboard/papers')
  expect(screen.queryByRole('link', { name: 'VAT invoices' })).toBeNull()
})

test('pages of a kind keep the kind', () => {
  show({ search: { page: 2, kind: 'statement' }, list: { ...list, totalPages: 3, currentPage: 2 } })
  expect(href('Next')).toBe('/artist-dashboard/papers?kind=statement&page=3')
})

test.each([
  [{}, 'No papers yet', 'On the second of each month'],
  [{ kind: 'vat_invoice' }, 'No VAT invoices', 'Where our fees contain VAT'],
  [{ kind: 'tax_report' }, 'No tax reports yet', 'by 31 January'],
])('an artist without papers of %o reads when there is one', (chosen, title, text) => {
  show({ search: { page: 1, ...chosen }, list: { ...list, papers: [], kinds: [] } })
  screen.getByText(title)
  expect(screen.getByText(new RegExp(text)).textContent).toContain(text)
})
