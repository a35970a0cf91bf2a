import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openS3Storage } from './s3-storage.ts'
import { audio, inChunks, large, openService } from './storage-samples.ts'
import { StorageFull } from './storage.ts'

test('a full bucket is reported as StorageFull', async () => {
  await using service = await openService()
  const storage = await openS3Storage(service.options)
  service.standIn.responses.push({ statusCode: 507 })

  const put = storage.put('originals/one', inChunks(Buffer.from('x')), audio)

  await expect(put).rejects.toThrow(StorageFull)
})

test('a missing bucket is reported at the start in one sentence', async () => {
  await using service = await openService()

  const opening = openS3Storage({ ...service.options, bucket: 'wrong' })

  await expect(opening).rejects.toThrow(/^Files cannot be stored in the bucket "wrong": NotFound$/)
})

test.each([
  [403, /^Files cannot be stored in the bucket "undersong": access is denied \(403\): check AWS_/],
  [301, /^Files cannot be stored in the bucket "undersong": the service responded with 301$/],
])(
  'a bucket that responds %s at the start is reported in one sentence',
  async (statusCode, sentence) => {
    await using service = await openService()
    service.standIn.responses.push({ statusCode })
    await expect(openS3Storage(service.options)).rejects.toThrow(sentence)
  },
)

test('a bucket stores the content type of a file', async () => {
  await using service = await openService()
  const storage = await openS3Storage(service.options)

  await storage.put('originals/small', inChunks(Buffer.from('x')), audio)
  await storage.put('originals/large', inChunks(large), audio)

  const types = [...service.standIn.objects.values()].map(({ contentType }) => contentType)
  expect(types).toEqual(['audio/wav', 'audio/wav'])
})

test('reads and writes time out when the bucket stops in the middle of a body', async () => {
  await using service = await openService()
  const patient = await openS3Storage(service.options)
  await patient.put('originals/one', inChunks(large), audio)
  const storage = await openS3Storage(service.options, { idleMs: 50 })

  service.standIn.silent.sending = true
  const got = await storage.get('originals/one')
  if (got === null) throw new Error('There is no file.')
  await expect(buffer(got.body)).rejects.toThrow('The stored file stopped coming for 50 ms.')
  const reading = storage.withLocalFile('originals/one', async () => {})
  await expect(reading).rejects.toThrow('The stored file stopped coming for 50 ms.')

  service.standIn.silent.receiving = true
  for (const body of [Buffer.from('x'), large]) {
    const put = storage.put('originals/two', inChunks(body), audio)
    await expect(put).rejects.toThrow('timed out after 50 ms')
  }
})
