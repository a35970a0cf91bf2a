import { cleanup, render, screen } from '@testing-library/react'
import { createRoutesStub, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { BankDisputeRecord } from '#contracts/admin/bank-disputes.ts'
import { bankDisputeErrors } from '#rules/errors/bank-dispute-errors.ts'
import { evidenceFileFieldNames } from '#rules/payments/evidence-files.ts'
import { createApi } from '#web/api/client.ts'
import { apiContext } from '#web/api/contexts.ts'
import BankDisputePage, { loader } from './bank-dispute-page.tsx'

const at = '2026-11-20T10:00:00.000Z'

const dispute: BankDisputeRecord = {
  id: 'd1',
  status: 'open',
  pence: 570,
  reason: 'fraudulent',
  openedAt: at,
  answerBy: at,
  answeredAt: null,
  decidedAt: null,
  customer: { id: 'u1', name: 'Mia' },
  receiptNumber: 'UND-000001',
  commission: null,
  task: { owner: null, ageDays: 1 },
  providerId: 'du_1',
  isAnswerable: true,
  evidence: {
    customerName: 'Mia',
    customerEmail: 'mia@example.com',
    bought: 'Skye',
    servedOn: '20 November 2026',
    accessLog: '',
    refundPolicy: '',
    refundRefusal: '',
    messages: '',
  },
  files: [],
  lostPence: null,
}

const allFiles: BankDisputeRecord['files'] = evidenceFileFieldNames.map((field) => ({
  id: field,
  field,
  name: `${field}.pdf`,
  bytes: 1,
  isMade: true,
  addedAt: at,
  url: null,
}))

function open(query: string, changes: Partial<BankDisputeRecord> = {}) {
  cleanup()
  const body = { ...dispute, ...changes }
  const send = () => Promise.resolve({ cookies: [], status: 200, body })
  const context = new RouterContextProvider()
  context.set(apiContext, createApi(send as never, { sent: null, received: [] }))
  const Stub = createRoutesStub([
    {
      path: '/admin/bank-disputes/:id',
      Component: BankDisputePage as never,
      loader: ({ request, params }) =>
        loader({ context, params, url: new URL(request.url) } as never),
      HydrateFallback: () => null,
    },
  ])
  render(<Stub initialEntries={[`/admin/bank-disputes/d1?${query}`]} />)
}

test.each([
  ['evidence_file_not_accepted', 'Your own file'],
  ['evidence_files_too_large', 'Your own file'],
  ['evidence_file_missing', 'Your own file'],
  ['evidence_file_exists', 'What the file shows'],
] as const)('a file that is refused by %s is refused at the field “%s”', async (code, label) => {
  open(`refused=${code}`)
  const field = await screen.findByLabelText<HTMLInputElement>(label)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  const texts = (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((part) => document.getElementById(part)?.textContent)
  expect(texts).toContain(bankDisputeErrors[code].message)
  const link = screen.getByRole('link', { name: bankDisputeErrors[code].message })
  expect(link.getAttribute('href')).toBe(`#${field.id}`)
  expect(link.closest('form')).toBe(field.form)
})

test('after a refused file the choice beside it is what it was', async () => {
  open('refused=evidence_file_not_accepted&field=service')
  const choice = await screen.findByLabelText<HTMLSelectElement>('What the file shows')
  expect(choice.value).toBe('service')
})

test.each([
  ['the bank takes no evidence any more', { isAnswerable: false }],
  ['each kind has a file', { files: allFiles }],
])('a file that is refused although %s is refused above the page', async (_case, changes) => {
  open('refused=evidence_file_exists', changes)
  await screen.findByText(bankDisputeErrors.evidence_file_exists.message)
  expect(screen.queryByLabelText('Your own file')).toBeNull()
})

test('documents that cannot be made are not refused at the field of a file', async () => {
  open('problem=evidence_files_too_large')
  await screen.findByText(bankDisputeErrors.evidence_files_too_large.message)
  expect(screen.getByLabelText('Your own file').getAttribute('aria-invalid')).toBeNull()
})
