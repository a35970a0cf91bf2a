// Files in a bucket that arrive in several requests: as the parts of a multipart upload.
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListParts,
  PutObjectCommand,
  S3ServiceException,
  UploadPartCommand,
  type CompletedPart,
  type S3Client,
} from '@aws-sdk/client-s3'
import type { UnfinishedFiles } from './storage.ts'
import { arrivingKeyOf } from './unfinished-file.ts'

/** The smallest size that the service allows for all parts but the last: a request has one of them in memory. */
const partBytes = 5 * 1024 * 1024

type Bucket = { client: S3Client; bucket: string; rethrow: (error: unknown) => never }

/**
 * Bytes behind the last whole part are an object of their own, which the next request reads again: otherwise a
 * connection that is lost again and again would never complete a part.
 */
export function unfinishedInBucket(parts: Bucket): UnfinishedFiles {
  const { client, bucket, rethrow } = parts
  return {
    async begin(key, { contentType }) {
      const create = { Bucket: bucket, Key: key, ContentType: contentType }
      const { UploadId } = await client.send(new CreateMultipartUploadCommand(create))
      if (UploadId === undefined) throw new Error('The service has not named the upload.')
      return UploadId
    },
    append: (key, handle, options) => append(parts, { key, handle }, options).catch(rethrow),
    finish: (key, handle, bytes) => finish(parts, { key, handle, bytes }).catch(rethrow),
    async abandon(key, handle) {
      const upload = { Bucket: bucket, Key: key, UploadId: handle }
      await client.send(new AbortMultipartUploadCommand(upload)).catch(ignoreMissing)
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: arrivingKeyOf(key) }))
    },
  }
}

type Unfinished = { key: string; handle: string }

async function append(
  store: Bucket,
  { key, handle }: Unfinished,
  { offset, body, onStored }: Parameters<UnfinishedFiles['append']>[2],
): Promise<number> {
  const part = Buffer.allocUnsafeSlow(partBytes)
  let start = offset - (offset % partBytes)
  let filled = (await readRest(store, { key, bytes: offset - start })).copy(part)
  let stored = offset

  async function storePart(): Promise<void> {
    await sendPart(store, { key, handle, number: start / partBytes + 1, body: part })
    start += partBytes
    filled = 0
    stored = start
    await onStored(stored)
  }
  async function storeRest(): Promise<void> {
    if (start + filled === stored) return
    await store.client.send(
      new PutObjectCommand({
        Bucket: store.bucket,
        Key: arrivingKeyOf(key),
        Body: part.subarray(0, filled),
      }),
    )
    stored = start + filled
    await onStored(stored)
  }

  try {
    for await (const chunk of body) {
      for (let taken = 0; taken < chunk.length;) {
        const piece = chunk.subarray(taken, taken + partBytes - filled)
        part.set(piece, filled)
        filled += piece.length
        taken += piece.length
        if (filled === partBytes) await storePart()
      }
    }
  } catch (error) {
    // The bytes that arrived before the body broke off count.
    await storeRest()
    throw error
  }
  await storeRest()
  return stored
}

async function readRest({ client, bucket }: Bucket, rest: { key: string; bytes: number }) {
  if (rest.bytes === 0) return Buffer.alloc(0)
  const get = new GetObjectCommand({ Bucket: bucket, Key: arrivingKeyOf(rest.key) })
  const { Body } = await client.send(get)
  if (!(Body instanceof Readable)) throw new Error(`The rest of ${rest.key} has no body.`)
  const stored = await buffer(Body)
  if (stored.length < rest.bytes) {
    throw new Error(`The rest of ${rest.key} has ${stored.length} bytes, not ${rest.bytes}.`)
  }
  return stored.subarray(0, rest.bytes)
}

async function sendPart(
  { client, bucket }: Bucket,
  { key, handle, number, body }: Unfinished & { number: number; body: Buffer },
): Promise<void> {
  const part = { Bucket: bucket, Key: key, UploadId: handle, PartNumber: number, Body: body }
  await client.send(new UploadPartCommand(part))
}

async function finish(store: Bucket, file: Unfinished & { bytes: number }): Promise<void> {
  const { client, bucket } = store
  const { key, handle, bytes } = file
  const isThere = async () => {
    const head = new HeadObjectCommand({ Bucket: bucket, Key: key })
    return (await client.send(head).catch(ignoreMissing))?.ContentLength === bytes
  }
  // Repeated after a crash.
  if (!(await isThere())) {
    const rest = bytes % partBytes
    if (rest > 0) {
      const number = Math.floor(bytes / partBytes) + 1
      await sendPart(store, {
        key,
        handle,
        number,
        body: await readRest(store, { key, bytes: rest }),
      })
    }
    const Parts = await listParts(store, file)
    const expected = Math.ceil(bytes / partBytes)
    if (Parts.length !== expected) throw new Error(`${key} has not ${bytes} bytes.`)
    const upload = { Bucket: bucket, Key: key, UploadId: handle, MultipartUpload: { Parts } }
    await client.send(new CompleteMultipartUploadCommand(upload))
  }
  await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: arrivingKeyOf(key) }))
}

async function listParts({ client, bucket }: Bucket, { key, handle }: Unfinished) {
  const parts: CompletedPart[] = []
  const upload = { Bucket: bucket, Key: key, UploadId: handle }
  for await (const page of paginateListParts({ client }, upload)) {
    for (const { PartNumber, ETag } of page.Parts ?? []) parts.push({ PartNumber, ETag })
  }
  return parts
}

function ignoreMissing(error: unknown): null {
  if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return null
  throw error
}
