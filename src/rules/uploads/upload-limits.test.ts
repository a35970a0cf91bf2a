import { expect, test } from 'vitest'
import { maxArtistPricePence } from '../price.ts'
import {
  artistConfirmation,
  maxUploadBytes,
  missingInUpload,
  maxUploadsAtOnce,
  problemWithPrice,
} from './upload-limits.ts'

test('an upload is 250 MB at most, and an artist has at most three in progress', () => {
  expect(maxUploadBytes).toBe(262_144_000)
  expect(maxUploadsAtOnce).toBe(3)
})

const dearest = (maxArtistPricePence / 100).toFixed(2)
const tooDear = ((maxArtistPricePence + 1) / 100).toFixed(2)

test.each([
  ['0', null],
  ['0.00', null],
  ['4.99', null],
  [dearest, null],
  [tooDear, 'That is more than a card payment can be'],
  ['', 'Please enter a price in pounds'],
  ['  ', 'Please enter a price in pounds'],
  ['four', 'Please enter a price in pounds, like 4.99'],
  ['-1', 'Please enter a price in pounds, like 4.99'],
  ['£3,50', null],
  ['4.999', 'Please enter a price in pounds, like 4.99'],
  ['1,000', 'Please write thousands without a comma, like 1000'],
  [' £ 12,500.00 ', 'Please write thousands without a comma, like 1000'],
  ['1,250,000', 'Please write thousands without a comma, like 1000'],
  ['about 1,000', 'Please enter a price in pounds, like 4.99'],
  ['£about1,000', 'Please enter a price in pounds, like 4.99'],
  ['1,000 each', 'Please enter a price in pounds, like 4.99'],
])('the price %j gets the message %j', (text, problem) => {
  expect(problemWithPrice(text)).toBe(problem)
})

test('each required field has a message for a missing value', () => {
  expect(missingInUpload).toEqual({
    title: 'Please enter the title',
    originalArtist: 'Please enter the original artist',
    description: 'Please enter the description',
    price: 'Please enter a price in pounds',
    type: 'Please choose a track format',
    backingTrackType: 'Please choose the instrumentation',
    licensedFrom: 'Please enter who the song is licensed from',
    confirmation: 'Please confirm that this is your own recording',
  })
})

test('the confirmation covers an own recording without MIDI or AI, and the right to upload it', () => {
  expect(artistConfirmation).toBe(
    'I confirm that I recorded this track myself, and there is no MIDI or AI being used in this recording. I also confirm that I have the right to upload this track, and I am following all copyright and licensing laws applicable to my country.',
  )
})
