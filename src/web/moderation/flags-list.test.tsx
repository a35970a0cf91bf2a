import { cleanup, render, screen } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { Flag } from '#contracts/moderation/flags.ts'
import { FlagsList } from './flags-list.tsx'

type TrackFlag = Extract<Flag, { kind: 'track' }>

const flag: TrackFlag = {
  kind: 'track',
  subjectId: '0198f000-0000-7000-8000-000000000001',
  name: 'Skylark',
  author: { id: '0198f000-0000-7000-8000-0000000000aa', name: 'Rosa Lindqvist' },
  isDeleted: false,
  flagsOfSubject: 1,
  id: '0198f000-0000-7000-8000-0000000000f1',
  trackId: '0198f000-0000-7000-8000-000000000001',
  type: 'copyright',
  reason: 'I recorded this.',
  status: 'reviewing',
  createdAt: '2026-11-20T10:00:00.000Z',
  reporter: { id: 'u1', username: 'mia' },
  reviewer: { id: 'u2', name: 'Ada Admin' },
  flagged: {
    title: 'Skylark',
    originalArtist: 'Hoagy Carmichael',
    artistId: '0198f000-0000-7000-8000-0000000000aa',
    artistName: 'Rosa Lindqvist',
    description: 'Fingerpicked, one take.',
    licenceStatus: 'not_required',
    licensedFrom: null,
    sha256: '0f'.repeat(32),
  },
  isListed: true,
  flagsOfTrack: 1,
  claim: null,
  decision: null,
  counterNotice: null,
}

/** What the card says beside the title. */
function statusOf(changes: Partial<TrackFlag>) {
  cleanup()
  const Page = createRoutesStub([
    { path: '/', Component: () => <FlagsList flags={[{ ...flag, ...changes }]} /> },
  ])
  render(<Page />)
  return screen.getByRole('heading', { name: 'Skylark' }).nextElementSibling?.textContent
}

test('a report in review names the admin who began it; one in another state names none', () => {
  expect(statusOf({})).toBe('In review by Ada Admin')
  // Of a deleted account.
  expect(statusOf({ reviewer: null })).toBe('In review')
  expect(statusOf({ status: 'new', reviewer: null })).toBe('New')
  const decision = { reason: 'It is theirs.', decidedAt: '2026-11-21T10:00:00.000Z' }
  expect(statusOf({ status: 'upheld', decision })).toBe('Taken down')
})
