import { expect, test } from 'vitest'
import { originalTuning } from '../listening/tuning.ts'
import { commissionRequestPath } from '../commissions/commission-paths.ts'
import { readRequestAddress } from './request-address.ts'

const artistId = '0198f000-0000-7000-8000-0000000000a1'
const trackId = '0198f000-0000-7000-8000-0000000000a2'

test('the address of a request names its artist, its track and how the track was heard', () => {
  const plain = commissionRequestPath(artistId)
  expect(plain).toBe(`/artist/${artistId}/commission`)
  const nothing = { trackId: null, againId: null, tuning: originalTuning }
  expect(readRequestAddress(plain)).toEqual({ artistId, ...nothing, path: plain })

  const tuned = commissionRequestPath(artistId, { track: trackId, key: '-2', tempo: '90' })
  expect(readRequestAddress(tuned)).toEqual({
    artistId,
    trackId,
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
  expect(readRequestAddress(`${plain}?track=x&again=1&key=abc&success=1`)?.path).toBe(plain)
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
