import { expect, test, vi } from 'vitest'
import { maxUploadBytes } from '#rules/uploads/upload-limits.ts'
import { reservedBytes } from '#server/uploads/upload-admission.ts'
import { codeOf } from '../../../../tests/support/access/code-of.ts'
import {
  announceDelivery,
  studioIn,
  sendDelivery,
} from '../../../../tests/support/commissions/delivering.ts'
import { createCommissionArtist } from '../../../../tests/support/commissions/stored-commission.ts'
import { emptiedTestApp } from '../../../../tests/support/shared-app.ts'
import { cannedAudio } from '../../../../tests/support/canned-audio.ts'

const emptyApp = emptiedTestApp({ audio: cannedAudio })

test('of many forms at once for one commission a single one reaches the storage', async () => {
  const studio = await studioIn(await emptyApp())
  const { id } = await studio.store('in_progress')
  const { codes, stored } = await sendAtOnce(studio, [id, id, id, id, id])
  const refused = Array.from({ length: 4 }, () => 'delivery_in_preparation')
  expect(codes.toSorted()).toEqual([...refused, 'done'])
  expect(stored).toBe(1)
})

test('forms that arrive at once need the space of all of them', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, tom, store } = studio
  const commissions = [await store('in_progress'), await store('in_progress')]
  const free = vi.spyOn(app.storage, 'freeBytes')
  free.mockResolvedValue(reservedBytes + 1.5 * maxUploadBytes)
  const { codes } = await sendAtOnce(
    studio,
    commissions.map(({ id }) => id),
  )
  expect(codes.toSorted()).toEqual(['done', 'storage_full'])
  const { id: commissionId } = await store('in_progress')
  expect(codeOf(await sendDelivery(app, tom, { commissionId }))).toBe('done')
})

/** Whatever has reached the storage stays there until each other form has been answered, or has reached it as well. */
async function sendAtOnce(
  { app, tom }: Awaited<ReturnType<typeof studioIn>>,
  commissionIds: string[],
) {
  const codes: string[] = []
  const storePut = app.storage.put.bind(app.storage)
  const put = vi.spyOn(app.storage, 'put')
  put.mockImplementation(async (...file) => {
    await expect.poll(() => codes.length + put.mock.calls.length).toBe(commissionIds.length)
    return storePut(...file)
  })
  await Promise.all(
    commissionIds.map(async (commissionId) => {
      codes.push(codeOf(await sendDelivery(app, tom, { commissionId })))
    }),
  )
  const stored = put.mock.calls.length
  put.mockRestore()
  return { codes, stored }
}

test('an artist sends sixty recordings in an hour at most, in whichever way, and others are not held up by it', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, mia, tom, store } = studio
  const { id: commissionId } = await store('in_progress')
  const guide = () => announceDelivery(app, tom, { commissionId, bytes: 100, kind: 'guide' })
  for (let count = 0; count < 60; count++) expect((await guide()).statusCode).toBe(201)
  const refused = await guide()
  expect([refused.statusCode, codeOf(refused)]).toEqual([429, 'too_many_deliveries'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(codeOf(await sendDelivery(app, tom, { commissionId }))).toBe('too_many_deliveries')
  expect(await app.db.selectFrom('commission_deliveries').select('id').execute()).toEqual([])

  const ann = await createCommissionArtist(app)
  const other = await store('in_progress', { customer_id: mia.id, artist_id: ann.id })
  expect(codeOf(await sendDelivery(app, ann, { commissionId: other.id }))).toBe('done')
})
