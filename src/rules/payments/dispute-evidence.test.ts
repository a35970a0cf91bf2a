import { expect, test } from 'vitest'
import { cutEvidence, evidenceFieldNames, maxEvidenceLength } from './dispute-evidence.ts'

test('all evidence together is not more than the provider takes', () => {
  expect(evidenceFieldNames.length * maxEvidenceLength).toBeLessThanOrEqual(150_000)
})

test('a text that is too long ends where the field does', () => {
  const longest = 'x'.repeat(maxEvidenceLength)
  expect(cutEvidence(longest)).toBe(longest)
  expect(cutEvidence('x'.repeat(maxEvidenceLength + 1))).toMatch(/x …$/)
  expect(cutEvidence('x'.repeat(maxEvidenceLength + 1))).toHaveLength(maxEvidenceLength)
})
