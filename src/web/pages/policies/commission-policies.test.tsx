import { cleanup, render, screen, within } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { commissionSpans, type CommissionSpans } from '#rules/commission-spans.ts'
import PrivacyPage from './privacy-page.tsx'
import RefundsPage from './refunds-page.tsx'
import TermsPage from './terms-page.tsx'

const pages = { terms: TermsPage, refunds: RefundsPage, privacy: PrivacyPage }
const seller = { name: 'Undersong', address: ['1 Green Lane'], vatNumber: null }

/** Of a site whose operator has set these spans: the paragraphs and list items of a section, each on one line. */
function sectionOf(
  page: keyof typeof pages,
  title: string,
  spans: Partial<CommissionSpans> = {},
): string[] {
  cleanup()
  const Stub = createRoutesStub([
    { id: 'root', path: '/', children: [{ id: 'page', index: true, Component: pages[page] }] },
  ])
  const root = { spans: { ...commissionSpans, ...spans } }
  const loaderData = { root, page: { publicUrl: 'http://shop.test', seller } }
  render(<Stub hydrationData={{ loaderData }} />)
  const section = screen.getByRole('region', { name: title })
  return [...section.querySelectorAll('p, li')].map((element) => element.textContent)
}

const everythingBack = () => {
  const section = within(screen.getByRole('region', { name: 'A recording made to order' }))
  return section.getAllByRole('listitem').map((item) => item.textContent)
}

test('the terms say how long a suspension can stop a commission that is paid', () => {
  const title = 'Rules, and what happens if you break them'
  const sentence = (days: number) =>
    `Commissions that are not paid end. Paid ones stand still until the suspension is lifted or an admin decides; if neither has happened ${days} days after the payment, the money goes back to the customer.`
  const said = (spans?: Partial<CommissionSpans>) => sectionOf('terms', title, spans).join(' ')
  expect(said()).toContain(sentence(85))
  expect(said({ longestHeldDay: 50 })).toContain(sentence(50))
})

test('the page about refunds lists every way in which all of the money goes back', () => {
  const title = 'A recording made to order'
  sectionOf('refunds', title)
  expect(everythingBack()).toEqual([
    'if the artist gives up, or one of you is suspended and we end it;',
    'if you cancel because the delivery is more than 3 days late: the button appears then;',
    'if nothing is finished 60 days after the payment, or a few days after the last request for changes;',
    'if a dispute, or a commission that we have stopped, is not decided 85 days after the payment;',
    'if your payment arrives when the commission can no longer be paid.',
  ])
  sectionOf('refunds', title, { overdueDays: 5, unfinishedDays: 30, longestHeldDay: 50 })
  const days = everythingBack().map((item) => item.replaceAll(/\D+/g, ' ').trim())
  expect(days).toEqual(['', '5', '30', '50', ''])
})
