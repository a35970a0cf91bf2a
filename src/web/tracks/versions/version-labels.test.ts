import { expect, test } from 'vitest'
import type { TrackVersion } from '#contracts/tracks.ts'
import { versionLabel } from './version-labels.ts'

const version = (id: string, changes: Partial<TrackVersion> = {}): TrackVersion => ({
  id,
  keySignature: 'G',
  vocalRange: null,
  vocalGender: null,
  isHigher: false,
  isLower: false,
  backingTrackType: 'Piano',
  customerPricePence: 500,
  ...changes,
})

const labels = (...versions: TrackVersion[]) =>
  versions.map((each) => versionLabel(each, versions).text)

test('versions are named by their key, else by being higher or lower', () => {
  expect(
    labels(
      version('a', { keySignature: 'Bbm' }),
      version('b', { keySignature: 'F#' }),
      version('c', { keySignature: null, isLower: true }),
      version('d', { keySignature: 'n/a', isHigher: true }),
    ),
  ).toEqual(['B♭m', 'F♯', 'lower', 'higher'])
})

test.each<[string, Partial<TrackVersion>, Partial<TrackVersion>, string[]]>([
  [
    'the vocal range',
    { vocalRange: 'Alto', vocalGender: 'female' },
    { vocalRange: 'Tenor', vocalGender: 'male' },
    ['G (Alto)', 'G (Tenor)'],
  ],
  [
    'the gender',
    { vocalGender: 'female' },
    { vocalGender: 'male' },
    ['G (Female Key)', 'G (Male Key)'],
  ],
  [
    'the instrument',
    { backingTrackType: 'Piano' },
    { backingTrackType: 'Acoustic Guitar' },
    ['G (Piano)', 'G (Acoustic Guitar)'],
  ],
  ['the price', {}, { customerPricePence: 620 }, ['G (£5.00)', 'G (£6.20)']],
])('equal keys are told apart by %s', (_by, one, two, expected) => {
  expect(labels(version('a', one), version('b', two))).toEqual(expected)
})

test('a detail that all versions of a key share is left out', () => {
  const alto = { vocalRange: 'Alto', vocalGender: 'female' } as const
  expect(labels(version('a', alto), version('b', { ...alto, backingTrackType: 'Other' }))).toEqual([
    'G (Piano)',
    'G (Other)',
  ])
  expect(labels(version('a'), version('b', { keySignature: 'A' }))).toEqual(['G', 'A'])
})

test('two details are named where one is not enough', () => {
  const [alto, tenor] = ['Alto', 'Tenor'] as const
  expect(
    labels(
      version('a', { vocalRange: alto }),
      version('b', { vocalRange: alto, backingTrackType: 'Other' }),
      version('c', { vocalRange: tenor }),
    ),
  ).toEqual(['G (Alto, Piano)', 'G (Alto, Other)', 'G (Tenor)'])
})

test('a version without a key and flags is named by its details', () => {
  const keyless = { keySignature: null }
  expect(labels(version('a', keyless), version('b', { ...keyless, vocalRange: 'Bass' }))).toEqual([
    'an unknown key',
    'Bass',
  ])
})

test('screen readers read the key in words', () => {
  const [one, two] = [version('a', { vocalRange: 'Alto' }), version('b', { vocalRange: 'Bass' })]
  expect(versionLabel(one, [one, two]).spoken).toBe('Key of G major, Alto')
  const lower = version('c', { keySignature: null, isLower: true })
  expect(versionLabel(lower, [one, two, lower]).spoken).toBe('lower key')
})
