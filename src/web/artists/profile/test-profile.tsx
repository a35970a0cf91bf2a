// The dialog of an artist over a page, with a server whose answers a test sets.

import { act, cleanup, render, screen } from '@testing-library/react'
import { createRoutesStub, useLocation } from 'react-router'
import { vi } from 'vitest'
import { pageRoutes } from '#rules/page-paths.ts'
import type { Role } from '#rules/permissions.ts'
import type { Review } from '#contracts/review-schemas.ts'
import { session } from '#web/accounts/session-store.ts'
import { exampleTrack } from '#web/tracks/example-track.ts'
import { ToastHost } from '#web/ui/toasts/toast-host.tsx'
import { shouldRevalidate } from '../profile-address.ts'
import { ArtistDialogHost } from './artist-dialog-host.tsx'
import type { ArtistProfile } from './artist-profile.ts'

export const artistId = '0198f000-0000-7000-8000-0000000000aa'

export function exampleProfile(changes: Partial<ArtistProfile> = {}): ArtistProfile {
  return {
    id: artistId,
    username: 'rosa',
    displayName: 'Rosa & Sons',
    avatar: '/avatars/rosa.webp',
    role: 'artist',
    banned: false,
    about: 'Two guitars.\nOne room.',
    artistInstrument: 'Acoustic guitar',
    artistYoutubeLink: 'https://youtu.be/dQw4w9WgXcQ',
    artistExample: '/public/artists/examples/1.mp3',
    artistExamples: [
      {
        id: '0198f000-0000-7000-8000-0000000000e1',
        url: '/public/artists/examples/1.mp3',
        description: 'A waltz',
        uploadedAt: '2025-03-05T12:00:00.000Z',
      },
      {
        id: '0198f000-0000-7000-8000-0000000000e2',
        url: '/public/artists/examples/2.mp3',
        description: 'A rag',
        uploadedAt: '2025-03-06T12:00:00.000Z',
      },
    ],
    averageTrackRating: 4.46,
    numOfRatings: 32,
    numOfReviews: 12,
    numOfCommissions: 4,
    numOfUploadedTracks: 1_200,
    numOfFollowers: 210,
    availableForCommission: true,
    isFullyBooked: false,
    customerCommissionPrice: 66.2,
    customerCommissionPricePence: 6_620,
    maxTimeTakenForCommission: '2 weeks',
    includedRevisions: 3,
    averageCommissionCompletionTimeHours: 120,
    averageCommissionCompletionTime: 5,
    lastOnline: new Date().toISOString(),
    dateJoined: '2025-01-01T12:00:00.000Z',
    reviews: [exampleReview(12), exampleReview(11)],
    offers: [],
    sharePictureUrl: `/public/users/${artistId}/share.png?v=1`,
    ...changes,
  }
}

export function exampleReview(number: number, changes: Partial<Review> = {}): Review {
  return {
    id: `0198f000-0000-7000-8000-0000000001${String(number).padStart(2, '0')}`,
    user: { id: 'mia', username: 'mia', avatar: null },
    text: `Review ${number}`,
    createdAt: '2025-03-05T12:00:00.000Z',
    isEdited: false,
    isVerifiedBuyer: false,
    answer: null,
    ...changes,
  }
}

export function exampleTracks(titles: string[]) {
  return {
    tracks: titles.map((title, at) => exampleTrack({ id: `t${at}`, title })),
    totalTracks: titles.length,
    totalIsExact: true,
    totalPages: 1,
    currentPage: 1,
    limit: 10,
    matching: 'exact',
    searchedFor: null,
  }
}

type Sent = { call: string; body: unknown }
export type Answer = (sent: Sent) => unknown

/**
 * @param answers by the beginning of 'METHOD /path?query'; a Response is sent as it is
 * @param userId null for a visitor
 */
export async function openProfile({
  answers = {},
  userId = null,
  role = 'customer',
  at = `${pageRoutes.artists}?artist=${artistId}`,
}: {
  answers?: Record<string, Answer>
  userId?: string | null
  role?: Role
  at?: string
} = {}) {
  cleanup()
  const sent: Sent[] = []
  const all: Record<string, Answer> = {
    'GET /api/proxy/auth/get-id-and-role': () => ({
      id: userId,
      role: userId === null ? null : role,
      username: userId,
      isBanned: false,
    }),
    'GET /api/users/following': () => ({ following: [] }),
    [`GET /public/users/${artistId}`]: () => exampleProfile(),
    'GET /public/tracks/query': () => exampleTracks(['Skylark']),
    ...answers,
  }
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    const one = {
      call: `${method} ${path}`,
      body: typeof body === 'string' ? JSON.parse(body) : undefined,
    }
    sent.push(one)
    const found = Object.keys(all).findLast((start) => one.call.startsWith(start))
    if (found === undefined) throw new TypeError(`nothing answers ${one.call}`)
    const answer = await all[found]?.(one)
    return answer instanceof Response ? answer.clone() : Response.json(answer)
  })
  session.invalidate()
  await act(() => session.known())
  function Page() {
    const { search } = useLocation()
    return (
      <>
        <output data-testid="address">{search}</output>
        <ArtistDialogHost />
        <ToastHost />
      </>
    )
  }
  const Stub = createRoutesStub([
    { path: pageRoutes.artists, Component: Page, shouldRevalidate },
    { path: '*', Component: () => 'Elsewhere' },
  ])
  render(<Stub initialEntries={[pageRoutes.artists, at]} />)
  return {
    sent,
    address: () => screen.getByTestId('address').textContent,
    /** The dialog of that name. */
    dialog: (name: string) => screen.findByRole('dialog', { name }),
  }
}

export const failing = (status: number, message?: string) => () =>
  Response.json(message ? { message } : {}, { status })
