// What was claimed of a track that was taken down: written by an admin, read by its artist.

import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { Flag } from '#contracts/moderation/flags.ts'
import type { TakeDown } from '#contracts/moderation/take-downs.ts'
import { FlagsList } from './flags-list.tsx'
import { TakeDownList } from './take-down-list.tsx'

const id = '0198f000-0000-7000-8000-000000000001'
const claim = 'It is a copy of a recording from 2019.'
const takeDown: TakeDown = {
  id,
  kind: 'track',
  trackId: id,
  title: 'Skylark',
  type: 'copyright',
  status: 'upheld',
  claim,
  decision: { reason: 'The files prove it.', decidedAt: '2026-11-20T10:00:00.000Z' },
  counterNotice: null,
}
const flag: Extract<Flag, { kind: 'track' }> = {
  ...takeDown,
  subjectId: id,
  name: takeDown.title,
  author: { id, name: 'Tom' },
  isDeleted: false,
  flagsOfSubject: 1,
  reason: 'I am Mia, and I recorded this.',
  status: 'new',
  claim: null,
  decision: null,
  createdAt: '2026-11-19T10:00:00.000Z',
  reporter: { id, username: 'mia' },
  reviewer: null,
  flagged: {
    title: 'Skylark',
    originalArtist: 'Hoagy Carmichael',
    description: '',
    artistId: id,
    artistName: 'Tom',
    licenceStatus: 'original',
    licensedFrom: null,
    sha256: 'abc',
  },
  isListed: true,
  flagsOfTrack: 1,
}

function show(element: ReactNode) {
  cleanup()
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />)
}

test('artists read what was claimed of their track, in the list and beside the counter-notice that answers it', async () => {
  show(<TakeDownList takeDowns={[takeDown]} />)
  const [claimed, decided] = [screen.getByText(claim), screen.getByText('The files prove it.')]
  expect(claimed.previousElementSibling?.textContent).toBe('What was claimed')
  expect(claimed.compareDocumentPosition(decided)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  fireEvent.click(screen.getByRole('button', { name: 'Send a counter-notice about Skylark' }))
  const dialog = await screen.findByRole('dialog', { name: 'Send a counter-notice' })
  expect(within(dialog).getByText(claim).previousElementSibling?.textContent).toBe(
    'What was claimed',
  )
})

test('a take-down from before claims were written shows the kind of the report alone', () => {
  show(<TakeDownList takeDowns={[{ ...takeDown, claim: null }]} />)
  screen.getByText('Reported as “It uses my work without permission”')
  screen.getByText('The files prove it.')
  expect(screen.queryByText('What was claimed')).toBeNull()
})

test('an admin who takes a track down writes what was claimed, and sees that the artist is told of it and the reporter is not', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', (_path: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body))
    return Promise.resolve(Response.json({ ...flag, claim }))
  })
  show(<FlagsList flags={[flag]} />)
  fireEvent.click(screen.getByRole('button', { name: 'Reject: Skylark' }))
  const rejection = within(await screen.findByRole('dialog'))
  expect(rejection.queryByLabelText('What was claimed')).toBeNull()
  fireEvent.click(rejection.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  fireEvent.click(screen.getByRole('button', { name: 'Uphold and take down: Skylark' }))
  const dialog = within(await screen.findByRole('dialog'))
  const uphold = () => fireEvent.click(dialog.getByRole('button', { name: 'Uphold and take down' }))
  const write = (label: string, value: string) =>
    fireEvent.change(dialog.getByLabelText(label), { target: { value } })
  const told = dialog.getByRole('region', { name: 'Preview of what is sent' })
  expect(told.children[0]?.textContent).toContain('What was claimed: …')
  write('What Tom and mia are told', 'The files prove it.')
  uphold()
  expect((await dialog.findAllByText('Please say what was claimed.')).length).toBeGreaterThan(0)
  expect(sent).toEqual([])
  write('What was claimed', claim)
  const [toArtist, toReporter] = [...told.children].map(({ textContent }) => textContent)
  expect(toArtist).toContain(`What was claimed: ${claim}\nThe reason: The files prove it.`)
  expect(toReporter).toContain('The files prove it.')
  expect(toReporter).not.toContain('2019')
  uphold()
  await waitFor(() =>
    expect(sent).toEqual([{ step: 'uphold', claim, reason: 'The files prove it.', note: '' }]),
  )
})

test('the report shows what was claimed with its decision', () => {
  show(<FlagsList flags={[{ ...flag, status: 'upheld', claim, decision: takeDown.decision }]} />)
  expect(screen.getByText(claim).previousElementSibling?.textContent).toBe('What was claimed')
})
