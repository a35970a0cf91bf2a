import { expect, test } from 'vitest'
import { originalTuning } from '../listening/tuning.ts'
import { commissionRequestPath } from './commission-paths.ts'
import { readRequestAddress } from './request-address.ts'

const artistId = '0198f000-0000-7000-8000-0000000000a1'
const trackId = '0198f000-0000-7000-8000-0000000000a2'
const offerId = '0198f000-0000-7000-8000-0000000000a3'

test('the address of a request names its artist, its track, how the track was heard, and an offer', () => {
  const plain = commissionRequestPath(artistId)
  expect(plain).toBe(`/artist/${artistId}/commission`)
  const nothing = { trackId: null, offerId: null, againId: null, tuning: originalTuning }
  expect(readRequestAddress(plain)).toEqual({ artistId, ...nothing, path: plain })

  const wish = { track: trackId, key: '-2', tempo: '90', offer: offerId }
  const tuned = commissionRequestPath(artistId, wish)
  expect(readRequestAddress(tuned)).toEqual({
    artistId,
    trackId,
    offerId,
    againId: null,
    tuning: { semitones: -2, tempoPercent: 90 },
    path: tuned,
  })

  const again = commissionRequestPath(artistId, { again: trackId })
  expect(readRequestAddress(again)).toEqual({
    artistId,
    ...nothing,
    againId: trackId,
    path: again,
  })
})

test('what means nothing in the address of a request is left out, and no other address is one', () => {
  const plain = commissionRequestPath(artistId)
  expect(readRequestAddress(`${plain}?track=x&again=1&offer=2&key=abc&success=1`)?.path).toBe(plain)
  for (const address of [
    '/artist/x/commission',
    `/artist/${artistId}`,
    `//evil.test/artist/${artistId}/commission`,
    `https://evil.test${plain}`,
    `${plain}/x`,
    '',
  ])
    expect(readRequestAddress(address)).toBeNull()
})
