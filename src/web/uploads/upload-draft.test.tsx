// What the upload form keeps on the device: the draft, and whether the instructions were read.

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { exampleUpload } from './transfers/example-upload.ts'
import {
  confirmation,
  field,
  fillDetails,
  fillForm,
  openFirstForm,
  openForm,
  startAnew,
  submit,
  type,
} from './upload-dialog-driver.tsx'

vi.mock('./transfers/tus-sender.ts', () => import('./transfers/fake-sender.ts'))

test('what was typed is there when the form is opened again, but not the confirmation, and not for another account', () => {
  openFirstForm()
  fillDetails()
  type('Instructions (optional)', 'Wait two bars.')
  fireEvent.click(field('Higher key than the original'))
  fireEvent.change(field('License status'), { target: { value: 'licensed' } })
  type('Licensed from', 'Chappell & Co.')

  openForm({ artistId: 'u2' })
  expect(field('Title').value).toBe('')

  openForm()
  const labels = [
    'Title',
    'Price in pounds',
    'Instructions (optional)',
    'Track format',
    'Licensed from',
  ]
  expect(labels.map((label) => field(label).value)).toEqual([
    'Skylark',
    '4.9',
    'Wait two bars.',
    'Backing Track',
    'Chappell & Co.',
  ])
  expect(field('Higher key than the original').checked).toBe(true)
  expect(field(confirmation).checked).toBe(false)
  expect(field('Customer will pay').textContent).toBe('£5.59')
})

test('a draft is discarded after a question, and the form is empty', () => {
  const confirm = vi.fn<(question: string) => boolean>().mockReturnValueOnce(false)
  vi.stubGlobal('confirm', confirm)
  openFirstForm()
  fillDetails()
  const discard = () => fireEvent.click(screen.getByRole('button', { name: 'Discard draft' }))
  discard()
  expect(field('Title').value).toBe('Skylark')

  confirm.mockReturnValueOnce(true)
  discard()
  expect([field('Title').value, field('Customer will pay').textContent]).toEqual(['', '–'])
  openForm()
  expect(field('Title').value).toBe('')
})

test('the draft is gone once the server has the details', async () => {
  const { onSubmitted } = openFirstForm({
    respond: () => Response.json(exampleUpload({ state: 'listed' })),
  })
  await fillForm()
  await submit()
  await waitFor(() => expect(onSubmitted).toHaveBeenCalledTimes(1))
  openForm()
  expect(field('Title').value).toBe('')
})

test('a draft that another program has overwritten is no draft', () => {
  startAnew()
  for (const text of ['{', '[]', 'null', '{"title":1}']) {
    localStorage.setItem('undersong.upload-draft.u1', text)
    openForm()
    expect(field('Title').value).toBe('')
  }
})

const instructions = () => screen.queryByRole('dialog', { name: 'How to Upload Your Track' })

test('an artist without a track sees the instructions, until Got it! is pressed on this device (UPL-22, UPL-23, ERR-20, LST-02)', async () => {
  openFirstForm({ count: 0 })
  const popup = await screen.findByRole('dialog', { name: 'How to Upload Your Track' })
  fireEvent.click(within(popup).getByRole('button', { name: 'Got it!' }))
  await waitFor(() => expect(instructions()).toBeNull())

  const { countTracks } = openForm({ count: 0 })
  await act(() => vi.dynamicImportSettled())
  expect([instructions(), countTracks.mock.calls]).toEqual([null, []])
})

test("the instructions begin with the form's notice of a first step, which they cover", async () => {
  openFirstForm({ count: 0, missing: 'payments' })
  const popup = await screen.findByRole('dialog', { name: 'How to Upload Your Track' })
  expect(within(popup).getByRole('link', { name: 'set up payments' })).toBeDefined()
})

test('the instructions are not shown to an artist with a track (UPL-24, API-02)', async () => {
  const { countTracks } = openFirstForm({ count: 1 })
  await waitFor(() => expect(countTracks).toHaveBeenCalledTimes(1))
  await act(() => vi.dynamicImportSettled())
  expect(instructions()).toBeNull()
})
