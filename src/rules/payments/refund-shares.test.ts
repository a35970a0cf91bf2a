import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isRefundable,
  shareOfLoss,
  sharesAfter,
  sharesOfRefund,
  sumOfShares,
} from './refund-shares.ts'

const track = { artistPence: 500, platformFeePence: 50, processingFeePence: 20 }

test('a whole refund takes all shares', () => {
  expect(sharesOfRefund(track, 570)).toEqual(track)
})

test('a part takes each share in proportion, and its rounding is the platform’s', () => {
  const taken = { artistPence: 175, platformFeePence: 18, processingFeePence: 7 }
  expect(sharesOfRefund(track, 200)).toEqual(taken)
  expect(sharesAfter(track, taken)).toEqual({
    artistPence: 325,
    platformFeePence: 32,
    processingFeePence: 13,
  })
  expect(sharesOfRefund(track, 1)).toEqual({
    artistPence: 0,
    platformFeePence: 1,
    processingFeePence: 0,
  })
  expect(sharesOfRefund(track, 569)).toEqual({
    artistPence: 499,
    platformFeePence: 50,
    processingFeePence: 20,
  })
})

test('a sale without a share of the platform, or of the artist, is given back as well', () => {
  const artistOnly = { artistPence: 40, platformFeePence: 0, processingFeePence: 0 }
  expect(sharesOfRefund(artistOnly, 7)).toEqual({ ...artistOnly, artistPence: 7 })
  const free = { artistPence: 0, platformFeePence: 0, processingFeePence: 20 }
  expect(sharesOfRefund(free, 5)).toEqual({ ...free, processingFeePence: 5 })
})

test('at least a penny and at most what is left can be given back', () => {
  const judged = [0, 1, 570, 571, 1.5, -1].map((pence) => isRefundable(pence, track))
  expect(judged).toEqual([false, true, true, false, false, false])
})

const share = fc.integer({ min: 0, max: 100_000_000 })

test('however it is divided, nothing is lost, nobody gives more than is left, and an artist keeps something of a part', () => {
  fc.assert(
    fc.property(
      share,
      share,
      share,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (a, b, c, part) => {
        const left = { artistPence: a, platformFeePence: b, processingFeePence: c }
        const pence = Math.max(1, Math.round(part * (a + b + c)))
        fc.pre(isRefundable(pence, left))
        const taken = sharesOfRefund(left, pence)
        const kept = sharesAfter(left, taken)
        expect(sumOfShares(taken)).toBe(pence)
        expect(Math.min(...Object.values(taken), ...Object.values(kept))).toBeGreaterThanOrEqual(0)
        const isPart = pence < sumOfShares(left) && a > 0
        expect(isPart && kept.artistPence === 0).toBe(false)
      },
    ),
  )
})

test('of a lost dispute an artist bears the part of what is left, rounded down, and never more', () => {
  const borne = [570, 285, 1, 0, 920].map((lostPence) =>
    shareOfLoss({ sharePence: 500, leftPence: 570, lostPence }),
  )
  expect(borne).toEqual([500, 250, 0, 0, 500])
  expect(shareOfLoss({ sharePence: 0, leftPence: 0, lostPence: 570 })).toBe(0)
})
