// Keeps files in a bucket of any S3-compatible service; credentials are the usual AWS variables.
import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { measureBody } from './measured-body.ts'
import {
  asStorageError,
  checkKey,
  isKey,
  StorageFull,
  type ByteRange,
  type ListedFile,
  type Storage,
} from './storage.ts'
import { withWorkFolder } from './work-folders.ts'

const partBytes = 8 * 1024 * 1024

/** Throws one sentence when the bucket does not answer. */
export async function openS3Storage(options: {
  bucket: string
  endpoint?: string
  region: string
}): Promise<Storage> {
  const { bucket } = options
  const client = openClient(options)
  await checkBucket(client, bucket)

  return {
    name: 's3',
    async put(key, body, { maxBytes, contentType }) {
      checkKey(key)
      const measured = measureBody(body, maxBytes)
      // Up to one part it is a plain PUT; beyond, parts that a failure takes away again.
      const upload = new Upload({
        client,
        params: {
          Bucket: bucket,
          Key: key,
          Body: Readable.from(measured.chunks),
          ContentType: contentType,
        },
        partSize: partBytes,
        queueSize: 2,
        leavePartsOnError: false,
      })
      await upload.done().catch(rethrow)
      return measured.result()
    },
    get: (key, range) => getObject(client, bucket, key, range),
    async stat(key) {
      checkKey(key)
      const command = new HeadObjectCommand({ Bucket: bucket, Key: key })
      const head = await client.send(command).catch(nullWhenMissing)
      return head && { bytes: head.ContentLength ?? 0 }
    },
    async remove(key) {
      checkKey(key)
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }))
    },
    async withLocalFile(key, use) {
      const object = await getObject(client, bucket, key)
      if (object === null) throw new Error(`There is no stored file ${key}.`)
      return withWorkFolder(async (folder) => {
        const file = path.join(folder, 'file')
        await pipeline(object.body, createWriteStream(file)).catch(rethrow)
        return use(file)
      })
    },
    list: (folder) => listFolder(client, bucket, folder),
    // Parts never completed are out of sight, and a bucket's own lifecycle rule takes them away.
    sweepUnfinished: () => Promise.resolve(),
    freeBytes: () => Promise.resolve(Number.POSITIVE_INFINITY),
    check: () => checkBucket(client, bucket),
  }
}

function openClient({ endpoint, region }: { endpoint?: string; region: string }): S3Client {
  // A listener who plays slowly holds a connection: the usual 50 would soon be all taken.
  const agent = { keepAlive: true, maxSockets: 500 }
  return new S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    // Other makers' services do not all know the checksums that Amazon's adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 5_000,
      // Until the answer begins; a body may then take as long as its reader does.
      requestTimeout: 60_000,
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    },
  })
}

async function checkBucket(client: S3Client, bucket: string): Promise<void> {
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }))
  } catch (cause) {
    const reason = cause instanceof S3ServiceException ? cause.name : String(cause)
    throw new Error(`Files cannot be stored in the bucket "${bucket}": ${reason}`, { cause })
  }
}

async function getObject(client: S3Client, bucket: string, key: string, range?: ByteRange) {
  checkKey(key)
  const command = new GetObjectCommand({
    Bucket: bucket,
    Key: key,
    ...(range && { Range: `bytes=${range.start}-${range.end}` }),
  })
  const object = await client.send(command).catch(nullWhenMissing)
  if (object === null) return null
  if (!(object.Body instanceof Readable)) throw new Error(`The stored file ${key} has no body.`)
  return { body: object.Body, bytes: object.ContentLength ?? 0 }
}

async function* listFolder(
  client: S3Client,
  bucket: string,
  folder: string,
): AsyncGenerator<ListedFile> {
  const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: `${folder}/` })
  for await (const { Contents = [] } of pages) {
    for (const { Key: key, LastModified: writtenAt } of Contents) {
      if (key !== undefined && isKey(key) && writtenAt !== undefined) yield { key, writtenAt }
    }
  }
}

function nullWhenMissing(error: unknown): null {
  const status = statusOf(error)
  if (status === 404) return null
  if (status === 416) throw new RangeError('The range is not in the file.', { cause: error })
  throw error
}

function rethrow(error: unknown): never {
  if (statusOf(error) === 507) throw new StorageFull(error)
  throw asStorageError(error)
}

function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
}
