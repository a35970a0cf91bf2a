import { cleanup, render, screen, within } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { commissionSpans, type CommissionSpans } from '#rules/commissions/commission-spans.ts'
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

const refunds = 'A recording made to order'
const refundsSection = () => within(screen.getByRole('region', { name: refunds }))
const everythingBack = () =>
  refundsSection()
    .getAllByRole('listitem')
    .map((item) => item.textContent)

test('the terms say how long a suspension can stop a commission that is paid', () => {
  const title = 'Rules, and what happens if you break them'
  const sentence = (days: number) =>
    `Commissions that are not paid end. Paid ones stand still until the suspension is lifted or an admin decides; if neither has happened ${days} days after the payment, the money goes back to the customer.`
  const said = (spans?: Partial<CommissionSpans>) => sectionOf('terms', title, spans).join(' ')
  expect(said()).toContain(sentence(85))
  expect(said({ longestHeldDay: 50 })).toContain(sentence(50))
})

test('the page about refunds lists every way in which all of the money goes back', () => {
  sectionOf('refunds', refunds)
  expect(everythingBack()).toEqual([
    'if the artist gives up, or one of you is suspended and we end it;',
    'if you cancel because the delivery is more than 3 days late: the button appears then;',
    'if nothing is finished 60 days after the payment, or a few days after the last request for changes;',
    'if a dispute, or a commission that we have stopped, is not decided 85 days after the payment;',
    'if your payment arrives when the commission can no longer be paid.',
  ])
  sectionOf('refunds', refunds, { overdueDays: 5, unfinishedDays: 30, longestHeldDay: 50 })
  const days = everythingBack().map((item) => item.replaceAll(/\D+/g, ' ').trim())
  expect(days).toEqual(['', '5', '30', '50', ''])
})

const terms = 'Recordings made to order'
const linesOf = (lines: string[], spans: Partial<CommissionSpans> = {}) => {
  const said = sectionOf('terms', terms, spans)
  return lines.map((start) => said.find((line) => line.startsWith(start)))
}

test('the terms say how a commission goes, with the time of each stage', () => {
  expect(sectionOf('terms', terms)).toEqual([
    'You can ask an artist who takes commissions for a recording made for you. The artist’s price, for any wish or for one of the artist’s offers, our 10% of it, £0.20 for processing, the promised time and the included revisions are those of the moment when you ask, whatever changes later.',
    'Asking. The artist accepts or declines within 7 days. Until you have paid, both of you can end it, and nothing is charged.',
    'Paying. After the acceptance you have 3 days to pay by card. Then the contract begins, and so does the work.',
    'The money is held. We hold all of it until you approve the recording; only then is the artist paid. It is never held longer than 85 days: by then the recording is approved, or the money goes back to you.',
    'Hearing it. You hear 30 seconds of each delivery, and approve it or ask for changes. The price includes 2 revisions, unless the artist offers another number, at most 5.',
    'Approving. With your approval the full recording is yours, in My Tracks, with the same licence as a track that you buy. If you do not answer a delivery, it is approved after 14 days; we remind you before.',
    'Disagreeing. When no revision is left, you can open a dispute. The artist is asked for the other side, a person of our team decides, and you hear from us within 24 to 48 hours.',
    'Money back. When the money comes back is part of these terms.',
    'For artists: of a commission at £40.00 the customer pays £44.20, and you receive your price in full once the recording is approved. You confirm of it what you confirm of an upload. It is for this customer: it is not listed, and we sell it to nobody else.',
  ])
  const link = screen.getByRole('link', { name: 'When the money comes back' })
  expect(link.getAttribute('href')).toBe('/refunds#commissions')
})

test('the terms say the times that the operator has set', () => {
  const spans = { answerDays: 4, payHours: 48, longestHeldDay: 50, approvalDays: 0 }
  const stages = ['Asking.', 'Paying.', 'The money is held.', 'Approving.']
  const [asking, paying, held, approving] = linesOf(stages, { ...spans, latestApprovalDay: 49 })
  expect(asking).toContain('within 4 days')
  expect(paying).toContain('you have 2 days to pay')
  expect(held).toContain('never held longer than 50 days')
  expect(approving).toContain('it is approved 49 days after the payment')
})

test('the page about refunds says what a dispute can end in, and why a paid commission is not cancelled without a reason', () => {
  const paragraphs = sectionOf('refunds', refunds).filter(
    (line) => !everythingBack().includes(line),
  )
  expect(paragraphs).toEqual([
    'What you pay for a recording made to order is held until you approve it, so most of this happens by itself. You get everything back that you paid, also our share of it,',
    'If you are not content when no revision is left, open a dispute. We then release the money to the artist, send all of it back to you, or divide it: you have the recording, the artist a part, and the rest of what you paid comes back. We can also have the artist deliver once more; you then have one more request for changes. How the money travels is said below.',
    'A recording made to your wishes cannot be cancelled without a reason once it is paid: that is an exception in the law, and the reason for the revisions. Your rights if it is not what was agreed stay as they are. The whole process is in the terms.',
  ])
  expect(refundsSection().getByRole('link', { name: 'terms' }).getAttribute('href')).toBe(
    '/terms#commissions',
  )
})

test.each([
  [
    'If you have an account',
    'the commissions that you asked for or recorded: the wishes, the reference, every step with its time and words, the recordings, notes on them, what the two of you write to each other with the files, and disputes about it;',
  ],
  ['Payments', 'We tell Stripe your email address, the tracks or the name of the commission,'],
  [
    'If you sell',
    'Of a commission you learn the name of the customer, as the customer learns yours, and what both of you write there.',
  ],
  ['What others see', 'A commission is seen by its customer, its artist and admins only.'],
  [
    'Cookies and your browser',
    'whether you have paid for a commission, so that it is not explained to you again;',
  ],
  ['Emails', 'everybody gets them: a purchase, a refund, the steps of a commission,'],
  [
    'How long we keep it',
    'Commissions, and what their two parties wrote and attached in the room: as long as tax law asks for, also after an account was deleted. The recordings of a cancelled one: 90 days after its end.',
  ],
  ['Your rights', 'while money is on its way to or from you, a commission is open,'],
])('the privacy policy says under “%s” what is done with a commission', (title, sentence) => {
  expect(sectionOf('privacy', title).join(' ')).toContain(sentence)
})

test('the privacy policy says how long the operator keeps the recordings of a cancelled commission', () => {
  const kept = sectionOf('privacy', 'How long we keep it', { cancelledFileDays: 30 })
  expect(kept.join(' ')).toContain('The recordings of a cancelled one: 30 days after its end.')
})
