// A commission of a running app, made through its API: for journeys that look at it.

import type { ApiUser } from '../api-user.ts'

type Parties = { artist: ApiUser; singer: ApiUser }

/** As long as its texts can be: a page has to have room for them. */
const request = {
  name: 'Skylark, as my grandmother sang it, in B flat, with the verse that everybody leaves out',
  requirements: `${'Slowly, please, and with a long intro that I can find my note in. '.repeat(8)}Thank you!\n\nMia`,
  guideTrackUrl: `https://example.com/${'skylark-'.repeat(12)}`,
  singerRequestedGuideTrack: true,
}

/** @returns the id of a commission that waits for its artist */
export async function askForCommission({ artist, singer }: Parties): Promise<string> {
  const { id: artistId } = await artist.request<{ id: string }>(
    'GET /api/proxy/auth/get-id-and-role',
  )
  await artist.request('PUT /api/artist/commission-settings', {
    commissionPrice: '40.00',
    deliveryDays: '7',
    availableForCommission: true,
    commissionPlaces: 5,
    includedRevisions: 2,
  })
  const { id } = await singer.request<{ id: string }>('POST /api/commission/request', {
    artist: artistId,
    ...request,
  })
  return id
}

export async function acceptCommission(artist: ApiUser, commissionId: string): Promise<void> {
  const reason = 'With pleasure. '.repeat(10)
  await artist.request('POST /api/commission/artist/respond', {
    commissionId,
    action: 'accept',
    reason,
  })
}
