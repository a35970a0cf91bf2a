import { expect, test } from 'vitest'
import { genderKeyLabel, vocalGenderOf, vocalRanges } from './vocal-range.ts'

test('each vocal range names its gender key (FMT-13)', () => {
  const labels = vocalRanges.map((range) => genderKeyLabel(vocalGenderOf(range)))
  expect(labels).toEqual([
    ...Array<string>(4).fill('Female Key'),
    ...Array<string>(4).fill('Male Key'),
  ])
  expect(genderKeyLabel(vocalGenderOf(null))).toBeNull()
})
