// The licence in the upload form: its fields, its document, and what is remembered for the next upload.

import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { toast } from '#web/ui/toasts/toast.ts'
import {
  answerDocuments,
  documentFailures,
  documentUrl,
  pdf,
  storedDocument,
} from '#web/licences/fake-document-requests.ts'
import {
  chooseFile,
  field,
  fillForm,
  openFirstForm,
  openForm,
  problemAt,
  startAnew,
  submit,
  type,
  uploadId,
} from './upload-dialog-driver.tsx'

vi.mock('./transfers/tus-sender.ts', () => import('./transfers/fake-sender.ts'))

async function fillLicensed() {
  await fillForm()
  fireEvent.change(field('License status'), { target: { value: 'licensed' } })
  type('Licensed from', 'Chappell & Co.')
}

test('licensed from is required exactly for a licensed song (LIC-02, VAL-14)', async () => {
  const { calls } = openFirstForm()
  await fillForm()
  expect(field('Licensed from (optional)').disabled).toBe(true)
  fireEvent.change(field('License status'), { target: { value: 'licensed' } })
  expect(field('Licensed from').required).toBe(true)
  await submit()
  expect(problemAt('Licensed from')).toBe('Please enter who the song is licensed from')
  expect(calls).toEqual([])

  fireEvent.change(field('License status'), { target: { value: 'unlicensed' } })
  await submit()
  await waitFor(() => expect(calls).toMatchObject([[expect.any(String), { title: 'Skylark' }]]))
  expect(calls[0]?.[1]['licensedFrom']).toBeUndefined()
})

test('the guide must be a web address (VAL-16)', async () => {
  const { calls } = openFirstForm()
  await fillForm()
  type('YouTube guide URL (optional)', 'my guide')
  await submit()
  const label = 'YouTube guide URL (optional)'
  expect(problemAt(label)).toBe(
    'Please enter a web address, like https://www.youtube.com/watch?v=…',
  )
  expect(calls).toEqual([])
  type(label, 'https://youtu.be/abc')
  await submit()
  await waitFor(() => expect(calls).toHaveLength(1))
})

test('the document is uploaded first, and the details name it (UPL-26, API-03, ERR-18, LIC-08, LIC-11)', async () => {
  const { calls } = openFirstForm()
  const success = vi.spyOn(toast, 'success')
  const requests = answerDocuments(storedDocument)
  await fillLicensed()
  chooseFile('License document (optional)', pdf())
  expect([requests, calls]).toEqual([[], []])
  await submit()
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(requests).toEqual(['POST /api/proxy/license licence.pdf'])
  expect(calls[0]).toMatchObject([
    `PUT /api/proxy/uploads/${uploadId}/details`,
    { licenseStatus: 'licensed', licensedFrom: 'Chappell & Co.', licenseDocumentUrl: documentUrl },
  ])
  expect(success.mock.calls[0]).toEqual(['License document uploaded!'])
})

test.each([
  ['with a message', documentFailures.withMessage, 'There is no room for it.'],
  ['without a message', documentFailures.withoutMessage, 'Failed to upload license document'],
  ['without a response', documentFailures.withoutResponse, 'License document upload failed'],
])(
  'a failure of the document %s stops the save and is shown at its field: nothing else is sent (UPL-27, ERR-15 to ERR-17)',
  async (_case, failure, message) => {
    const { calls, onSubmitted } = openFirstForm()
    const requests = answerDocuments(failure, storedDocument)
    await fillLicensed()
    chooseFile('License document (optional)', pdf())
    await submit()
    await waitFor(() => expect(problemAt('License document (optional)')).toBe(message))
    expect([calls, field('Title').value]).toEqual([[], 'Skylark'])
    expect(onSubmitted).not.toHaveBeenCalled()

    await submit()
    await waitFor(() => expect(onSubmitted).toHaveBeenCalledTimes(1))
    expect(requests).toHaveLength(2)
  },
)

test('a document that is stored is not sent again when the details fail', async () => {
  let isFailing = true
  const { calls } = openFirstForm({
    respond: () => (isFailing ? Response.json(null, { status: 502 }) : Response.json({})),
  })
  const requests = answerDocuments(storedDocument, storedDocument)
  await fillLicensed()
  chooseFile('License document (optional)', pdf())
  await submit()
  await screen.findByText('Upload failed. Please try again.')
  isFailing = false
  await submit()
  await waitFor(() => expect(calls).toHaveLength(2))
  expect(requests).toHaveLength(1)
})

test('a document is a PDF or an image, and another file is refused before it is sent (LIC-03, VAL-15, BUS-17)', async () => {
  const { calls } = openFirstForm()
  const requests = answerDocuments(storedDocument)
  await fillForm()
  expect(field('License document (optional)').accept.split(',')).toEqual(
    expect.arrayContaining(['application/pdf', 'image/jpeg', 'image/png']),
  )
  chooseFile(
    'License document (optional)',
    new File(['x'], 'a.docx', { type: 'application/msword' }),
  )
  await submit()
  await waitFor(() =>
    expect(problemAt('License document (optional)')).toMatch(/^This is not a document we can read/),
  )
  expect([requests, calls]).toEqual([[], []])
})

test('the next upload prefills licensed from and offers the last document, per account (LST-03, LST-04, LIC-10)', async () => {
  const first = openFirstForm()
  answerDocuments(storedDocument)
  await fillLicensed()
  chooseFile('License document (optional)', pdf())
  await submit()
  await waitFor(() => expect(first.onSubmitted).toHaveBeenCalledTimes(1))

  const offer = 'Use the license document of your last upload'
  openForm({ artistId: 'u2' })
  expect([field('Licensed from (optional)').value, screen.queryByLabelText(offer)]).toEqual([
    '',
    null,
  ])

  const next = openForm()
  expect(field('Licensed from (optional)').value).toBe('Chappell & Co.')
  expect(field(offer).checked).toBe(false)
  await fillForm()
  fireEvent.change(field('License status'), { target: { value: 'licensed' } })
  fireEvent.click(field(offer))
  await submit()
  await waitFor(() => expect(next.calls).toHaveLength(1))
  expect(next.calls[0]?.[1]).toMatchObject({
    licensedFrom: 'Chappell & Co.',
    licenseDocumentUrl: documentUrl,
  })
})

test('a last document that is not stored any more is refused at its field, and offered no more', async () => {
  startAnew()
  localStorage.setItem('undersong.last-license-document.u1', documentUrl)
  const message = 'This license document is not stored any more. Please choose it again.'
  openForm({
    respond: () => Response.json({ code: 'license_document_not_found', message }, { status: 409 }),
  })
  await fillForm()
  fireEvent.click(field('Use the license document of your last upload'))
  await submit()
  await waitFor(() => expect(problemAt('License document (optional)')).toBe(message))
  openForm()
  expect(screen.queryByLabelText('Use the license document of your last upload')).toBeNull()
  await act(async () => {})
})
