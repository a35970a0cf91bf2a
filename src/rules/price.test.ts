import { expect, test } from 'vitest'
import {
  customerPricePence,
  formatPence,
  maxArtistPricePence,
  maxChargePence,
  parsePounds,
  sentPounds,
} from './price.ts'

test.each([
  [0, 20],
  [5, 26],
  [100, 130],
  [499, 569],
  [1000, 1120],
  [1999, 2219],
])('an artist price of %i pence costs the customer %i (BUS-02, FMT-08)', (artist, customer) => {
  expect(customerPricePence(artist)).toBe(customer)
})

test('every price up to £1,000 agrees with exact arithmetic (BUS-02)', () => {
  const different: number[] = []
  for (let pence = 0; pence <= 100_000; pence++) {
    const exact = (BigInt(pence) * 110n + 50n) / 100n + 20n
    if (BigInt(customerPricePence(pence)) !== exact) different.push(pence)
  }
  expect(different).toEqual([])
})

test('the largest artist price is the last one that can be charged', () => {
  expect(customerPricePence(maxArtistPricePence)).toBeLessThanOrEqual(maxChargePence)
  expect(customerPricePence(maxArtistPricePence + 1)).toBeGreaterThan(maxChargePence)
})

test.each([
  ['4.99', 499],
  ['5', 500],
  ['0', 0],
  ['12.5', 1250],
  [' 4.99 ', 499],
  ['£4', 400],
  ['£ 4.50', 450],
  ['3,50', 350],
  ['3,5', 350],
  ['.5', 50],
  [',05', 5],
  ['4.', 400],
  ['1000', 100_000],
  ['', null],
  ['abc', null],
  ['-1', null],
  ['£-1', null],
  ['1.999', null],
  ['4.999', null],
  ['1,000', null],
  ['1.000', null],
  ['1,000.00', null],
  ['1e3', null],
  ['£', null],
  ['.', null],
  ['4.99 each', null],
  ['4 99', null],
  ['££4', null],
  ['12345678', null],
])('the price %j is read as %j pence', (text, pence) => {
  expect(parsePounds(text)).toBe(pence)
})

test.each([
  ['5', '5.00'],
  ['4.9', '4.90'],
  ['£3,50', '3.50'],
  ['12.34', '12.34'],
  ['what?', '0.00'],
])('the price %j is sent as %s (UPL-32, VAL-06, FMT-09)', (typed, sent) => {
  expect(sentPounds(typed)).toBe(sent)
})

test('prices are shown with a pound sign and two decimals, or N/A (FMT-01, FMT-02, FMT-03, FMT-04, CRD-09)', () => {
  expect(formatPence(569)).toBe('£5.69')
  expect(formatPence(123_450)).toBe('£1,234.50')
  expect(formatPence(-50)).toBe('−\u2060£0.50')
  expect(formatPence(Number.NaN)).toBe('N/A')
  expect(formatPence(undefined)).toBe('N/A')
})
