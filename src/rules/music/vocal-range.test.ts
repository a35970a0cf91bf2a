import { expect, test } from 'vitest'
import { genderKeyLabel, vocalGenderOf, vocalRanges } from './vocal-range.ts'

test('each vocal range names its gender key (FMT-13)', () => {
  const labels = vocalRanges.map((range) => [range, genderKeyLabel(vocalGenderOf(range))])
  expect(Object.fromEntries(labels)).toEqual({
    Soprano: 'Female Key',
    'Mezzo-Soprano': 'Female Key',
    Alto: 'Female Key',
    Contralto: 'Female Key',
    Countertenor: 'Male Key',
    Tenor: 'Male Key',
    Baritone: 'Male Key',
    Bass: 'Male Key',
  })
  expect(genderKeyLabel(vocalGenderOf(null))).toBeNull()
})

test('the highest of the male voices and the lowest of the female ones belong to their own gender', () => {
  expect([vocalGenderOf('Countertenor'), vocalGenderOf('Contralto')]).toEqual(['male', 'female'])
})
