// A recording that sounds like another key than the written one: in the form, and in the list of uploads.

import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import { nothingEntered } from '#contracts/track-details.ts'
import type { Upload } from '#contracts/uploads.ts'
import { exampleFacts, exampleUpload } from './transfers/example-upload.ts'
import { field, fillForm, openFirstForm, startAnew, submit, type } from './upload-dialog-driver.tsx'
import { UploadsInProgress } from './uploads-in-progress.tsx'

vi.mock('./transfers/tus-sender.ts', () => import('./transfers/fake-sender.ts'))

const key = 'Key signature (optional)'
const question = 'You wrote E, it sounds like G. Which is it?'
const choice = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })

/** The form of a recording that sounds like G, with the key E. */
async function openMeasured() {
  const opened = openFirstForm({
    respond: ([route]) =>
      Response.json(
        route.startsWith('PUT')
          ? exampleUpload({ state: 'listed', title: 'Skylark' })
          : exampleUpload({ state: 'prepared', facts: exampleFacts }),
      ),
  })
  const recording = await fillForm()
  act(() => recording.onArrived())
  await screen.findByText('Ready: only the details are missing')
  type(key, 'E')
  const sent = () => opened.calls.find(([route]) => route.startsWith('PUT'))?.[1]
  return { ...opened, sent }
}

test('nothing is published before the artist has answered which key it is; the summary leads to the question', async () => {
  const { sent } = await openMeasured()
  screen.getByText(question)
  await submit()
  expect(sent()).toBeUndefined()
  const problem = 'The recording sounds like another key. Please answer which key it is in.'
  const link = screen.getByRole('link', { name: problem })
  fireEvent.click(link)
  expect(document.activeElement).toBe(choice('It is E').closest('fieldset'))

  fireEvent.click(choice('It is E'))
  expect(screen.queryByRole('link', { name: problem })).not.toBeNull()
  await submit()
  await waitFor(() => expect(sent()).toMatchObject({ keySignature: 'E', keyAnswer: 'as_written' }))
})

test('the question is the last of the form, just before the button that publishes', async () => {
  await openMeasured()
  const form = screen.getByRole('form', { name: 'Upload New Track' })
  const controls = [...form.querySelectorAll('input, select, textarea')]
  expect(controls.slice(-2)).toEqual([choice('It is E'), choice('It sounds like G: use G')])
  const button = screen.getByRole('button', { name: /^Upload track/ })
  expect(form.compareDocumentPosition(button)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('the measured key takes the place of the written one', async () => {
  const { sent } = await openMeasured()
  fireEvent.click(choice('It sounds like G: use G'))
  expect(field(key).value).toBe('G')
  await submit()
  await waitFor(() => expect(sent()).toMatchObject({ keySignature: 'G' }))
})

test('a recording that was measured after its details were sent asks in the list of uploads, and is listed with the answer', async () => {
  startAnew()
  const details: NonNullable<Upload['details']> = {
    ...nothingEntered,
    title: 'Skylark',
    originalArtist: 'Hoagy Carmichael',
    description: 'Slow and close.',
    price: '4.99',
    type: 'Backing Track',
    backingTrackType: 'Piano',
    keySignature: 'E',
    isHigher: false,
    isLower: true,
    licenseStatus: 'not_required',
    licenseDocumentUrl: null,
  }
  const waiting = exampleUpload({
    title: 'Skylark',
    state: 'prepared',
    facts: exampleFacts,
    details,
  })
  const calls: [string, unknown][] = []
  vi.stubGlobal('fetch', (path: string, { method, body }: { method: string; body?: string }) => {
    if (method === 'GET') return Promise.resolve(Response.json(waiting))
    calls.push([`${method} ${path}`, JSON.parse(body ?? '{}')])
    return Promise.resolve(Response.json({ ...waiting, state: 'listed', facts: null }))
  })
  const onSettled = vi.fn<() => Promise<void>>(() => Promise.resolve())
  const Component = () => <UploadsInProgress uploads={[waiting]} onSettled={onSettled} />
  const Stub = createRoutesStub([{ path: '/', Component }])
  render(<Stub />)
  screen.getByText(`${question} It is listed when you have answered.`)
  fireEvent.click(screen.getByRole('button', { name: 'It is E: Skylark' }))
  await waitFor(() => expect(onSettled).toHaveBeenCalled())
  expect(calls).toEqual([
    [
      `PUT /api/proxy/uploads/${waiting.id}/details`,
      { ...details, confirmation: true, keyAnswer: 'as_written' },
    ],
  ])
})
