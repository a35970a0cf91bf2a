// A commission of a running app, made through its API: for journeys that look at it.

import { payAsCustomer } from '../../../sandbox/pay-as-customer.ts'
import type { CommissionStatus } from '../../../src/rules/commissions/commission-process.ts'
import { makeWav, tone } from '../../../src/server/gateways/audio/audio-samples.ts'
import type { ApiUser } from '../api-user.ts'

type Parties = { artist: ApiUser; singer: ApiUser }
type Site = Parties & { url: string }

/** As long as its texts can be: a page has to have room for them. */
const request = {
  name: 'Skylark, as my grandmother sang it, in B flat, with the verse that everybody leaves out',
  requirements: `${'Slowly, please, and with a long intro that I can find my note in. '.repeat(8)}Thank you!\n\nMia`,
  guideTrackUrl: `https://example.com/${'skylark-'.repeat(12)}`,
  singerRequestedGuideTrack: true,
}

/** @returns the id of a commission that waits for its artist */
export async function askForCommission(
  { artist, singer }: Parties,
  revisions = 2,
): Promise<string> {
  const { id: artistId } = await artist.request<{ id: string }>(
    'GET /api/proxy/auth/get-id-and-role',
  )
  await artist.request('PUT /api/artist/commission-settings', {
    commissionPrice: '40.00',
    deliveryDays: '7',
    availableForCommission: true,
    commissionPlaces: 5,
    includedRevisions: revisions,
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

/** @returns the id of a commission that is paid, and worked on */
export async function orderCommission(app: Site, revisions?: number): Promise<string> {
  const { artist, singer } = app
  const id = await askForCommission(app, revisions)
  await acceptCommission(artist, id)
  type Checkout = { sessionUrl: string }
  const { sessionUrl } = await singer.request<Checkout>('POST /api/commission/pay', {
    commissionId: id,
  })
  await payAsCustomer(sessionUrl, { card: '4242424242424242' })
  await untilStatus(singer, id, 'in_progress')
  return id
}

/** A recording that is prepared in a moment. */
export const shortRecording = makeWav({
  waveform: tone(220),
  seconds: 46,
  sampleRateHz: 8_000,
  channels: 1,
})

export async function deliverCommission({ url, artist }: Site, id: string): Promise<void> {
  const form = new FormData()
  form.set('commissionId', id)
  form.set('file', new Blob([new Uint8Array(shortRecording)], { type: 'audio/wav' }), 'skylark.wav')
  const sent = await fetch(`${url}/api/commission/upload-finished`, {
    method: 'POST',
    headers: { cookie: artist.cookie },
    body: form,
  })
  if (!sent.ok) throw new Error(`Delivering failed: ${await sent.text()}`)
  await untilStatus(artist, id, 'delivered')
}

/** Asks for changes and delivers again, until no revision is left. */
export async function useUpRevisions(app: Site, id: string): Promise<void> {
  type Revisions = { revisionCount: number; maxRevisions: number }
  const read = () => app.singer.request<Revisions>(`GET /api/commissions/${id}`)
  const { revisionCount, maxRevisions } = await read()
  for (let revision = revisionCount; revision < maxRevisions; revision++) {
    await app.singer.request(`POST /api/commissions/${id}/confirm`, {
      action: 'request_changes',
      revisionFeedback: 'Softer, please. '.repeat(20),
    })
    await deliverCommission(app, id)
  }
}

async function untilStatus(user: ApiUser, id: string, wanted: CommissionStatus): Promise<void> {
  for (;;) {
    const { status } = await user.request<{ status: string }>(`GET /api/commissions/${id}`)
    if (status === wanted) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
