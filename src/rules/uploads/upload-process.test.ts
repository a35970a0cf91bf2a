import { expect, test } from 'vitest'
import { unlistedUploadStatuses, uploadProcess } from './upload-process.ts'

test('an upload that is listed or refused changes no more', () => {
  const starts = Object.values(uploadProcess.steps).flatMap(({ from }) => from)
  expect(new Set(starts)).toEqual(new Set(['arriving', 'processing', 'prepared']))
})

test('an upload is listed only after it was prepared', () => {
  expect(uploadProcess.steps.list.from).toEqual(['prepared'])
})

test('the artist may change and remove an upload until it is a track, a refused one too', () => {
  expect(unlistedUploadStatuses).toEqual(['arriving', 'processing', 'prepared', 'refused'])
})
