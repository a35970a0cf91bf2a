import { expect, test } from 'vitest'
import { parseVatRate, vatPercent, vatTermsAt, withoutVat, type VatSettings } from './vat-terms.ts'

const settings: VatSettings = {
  mode: 'sale',
  rates: [
    { from: '2026-04-01', value: 2_000 },
    { from: '2026-07-15', value: 1_750 },
  ],
  numbers: [
    { from: null, value: 'GB111111111' },
    { from: '2026-12-01', value: 'GB222222222' },
  ],
}

const at = (iso: string) => vatTermsAt(settings, new Date(iso))

test('a rate applies from midnight in London, which is not midnight UTC in summer', () => {
  expect(at('2026-07-14T22:59:59.999Z').rate).toBe(2_000)
  expect(at('2026-07-14T23:00:00.000Z').rate).toBe(1_750)
  expect(at('2026-11-30T23:59:59.999Z').number).toBe('GB111111111')
  expect(at('2026-12-01T00:00:00.000Z')).toEqual({
    mode: 'sale',
    rate: 1_750,
    number: 'GB222222222',
  })
})

test('before the first rate or number, and in the mode none, no VAT applies', () => {
  expect(at('2026-03-31T22:59:59.999Z')).toEqual(withoutVat)
  expect(at('2026-03-31T23:00:00.000Z').mode).toBe('sale')
  expect(vatTermsAt({ ...settings, mode: 'none' }, new Date('2026-08-01'))).toEqual(withoutVat)
  expect(vatTermsAt({ ...settings, numbers: [] }, new Date('2026-08-01'))).toEqual(withoutVat)
})

test('a rate is a percentage of at most 100 with two decimals', () => {
  const read = ['20', '17.5', '5.25', '0', '100', '100.01', '101', '-1', '20%', '1.234', ''].map(
    (text) => parseVatRate(text),
  )
  expect(read).toEqual([2_000, 1_750, 525, 0, 10_000, null, null, null, null, null, null])
  expect([2_000, 1_750, 525, 0].map((rate) => vatPercent(rate))).toEqual([
    '20%',
    '17.5%',
    '5.25%',
    '0%',
  ])
})
