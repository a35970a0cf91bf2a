// What users report, ask for and write, for pages that show it.

import type { ApiUser } from '../api-user.ts'

type Site = {
  artist: ApiUser
  singer: ApiUser
  admin: ApiUser
  longTrackId: string
  boughtTrackId: string
}

export function createContents({ artist, singer, admin, longTrackId, boughtTrackId }: Site) {
  async function flagTrack(trackId: string): Promise<string> {
    const flag = { type: 'other', reason: 'I recorded this in 2019. '.repeat(10) }
    const { id } = await singer.request<{ id: string }>(
      `POST /api/proxy/flags/track/${trackId}`,
      flag,
    )
    return id
  }

  let askedForMoney: Promise<unknown> | undefined
  /** Once for each purchase. */
  const askForMoney = () =>
    (askedForMoney ??= singer.request(`POST /api/proxy/my-tracks/${boughtTrackId}/refund-request`, {
      reason: 'wrong_key',
      words: 'It is written as D, and sounds like C. '.repeat(10),
    }))

  async function takeDownTrack(): Promise<void> {
    await uphold(await flagTrack(boughtTrackId))
  }

  async function uphold(flagId: string): Promise<void> {
    const words = { claim: 'It is a copy. '.repeat(10), reason: 'The recording is theirs.' }
    await admin.request(`POST /api/proxy/admin/flags/${flagId}`, { step: 'uphold', ...words })
  }

  async function writeComment(): Promise<string> {
    const comment = 'It is played well, and yet too slow for me. '.repeat(10)
    const route = `POST /api/proxy/tracks/comment/${longTrackId}`
    return (await singer.request<{ id: string }>(route, { comment })).id
  }

  async function removeComment(): Promise<void> {
    const about = { kind: 'comment', subjectId: await writeComment() }
    const report = { ...about, type: 'abuse', reason: 'It is unfair. '.repeat(10) }
    await uphold((await artist.request<{ id: string }>('POST /api/proxy/flags', report)).id)
  }

  return { flagTrack, askForMoney, takeDownTrack, writeComment, removeComment }
}
