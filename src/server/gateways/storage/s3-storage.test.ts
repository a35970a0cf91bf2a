import { expect, test } from 'vitest'
import { openS3Storage } from './s3-storage.ts'
import { audio, inChunks, large, openService } from './storage-samples.ts'
import { StorageFull } from './storage.ts'

test('a full bucket is named like a full disk', async () => {
  await using service = await openService()
  const storage = await openS3Storage(service.options)
  service.standIn.answers.push({ statusCode: 507 })

  const put = storage.put('originals/one', inChunks(Buffer.from('x')), audio)

  await expect(put).rejects.toThrow(StorageFull)
})

test('a bucket that is not there is told at the start in one sentence', async () => {
  await using service = await openService()

  const opening = openS3Storage({ ...service.options, bucket: 'wrong' })

  await expect(opening).rejects.toThrow(/^Files cannot be stored in the bucket "wrong": NotFound$/)
})

test('a bucket keeps the type a file was stored with', async () => {
  await using service = await openService()
  const storage = await openS3Storage(service.options)

  await storage.put('originals/small', inChunks(Buffer.from('x')), audio)
  await storage.put('originals/large', inChunks(large), audio)

  const types = [...service.standIn.objects.values()].map(({ contentType }) => contentType)
  expect(types).toEqual(['audio/wav', 'audio/wav'])
})
