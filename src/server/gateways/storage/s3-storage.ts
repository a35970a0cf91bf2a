// Stores files in a bucket of any S3-compatible service; credentials are the usual AWS variables.
import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  AbortMultipartUploadCommand,
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
import { endWhenSilent } from './silent-source.ts'
import {
  asStorageError,
  checkKey,
  isKey,
  StorageFull,
  type ByteRange,
  type ListedFile,
  type Storage,
} from './storage.ts'
import { unfinishedInBucket } from './s3-unfinished.ts'
import { withWorkFolder } from './work-folders.ts'

const partBytes = 8 * 1024 * 1024
/** How long a service may send or receive nothing in the middle of a body. */
const silentForMs = 20_000

type Service = { bucket: string; endpoint?: string; region: string }

/** Throws one sentence when the bucket does not respond. */
export async function openS3Storage(
  options: Service,
  { idleMs = silentForMs }: { idleMs?: number } = {},
): Promise<Storage> {
  const { bucket } = options
  const client = openClient(options, idleMs)
  const reader = openReader(options, idleMs)
  await checkBucket(client, bucket)

  return {
    name: 's3',
    put: (key, body, limits) => putObject(client, { bucket, key, body, ...limits }),
    get: (key, range) => getObject(reader, bucket, key, range),
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
      const object = await getObject(reader, bucket, key)
      if (object === null) throw new Error(`There is no stored file ${key}.`)
      return withWorkFolder(async (folder) => {
        const file = path.join(folder, 'file')
        await pipeline(object.body, createWriteStream(file)).catch(rethrow)
        return use(file)
      })
    },
    unfinished: unfinishedInBucket({ client, bucket, rethrow }),
    list: (folder) => listFolder(client, bucket, folder),
    // Incomplete parts are not listed, and the bucket's own lifecycle rule deletes them.
    sweepUnfinished: () => Promise.resolve(),
    freeBytes: () => Promise.resolve(Number.POSITIVE_INFINITY),
    check: () => checkBucket(client, bucket),
  }
}

type NewObject = {
  bucket: string
  key: string
  body: AsyncIterable<Uint8Array>
  maxBytes: number
  contentType: string
}

async function putObject(client: S3Client, object: NewObject) {
  const { bucket, key, body, maxBytes, contentType } = object
  checkKey(key)
  const measured = measureBody(body, maxBytes)
  // Up to one part it is a plain PUT; larger bodies are sent in parts.
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
    // The package would report a failure to delete the parts in place of the failure of the upload.
    leavePartsOnError: true,
  })
  try {
    await upload.done()
  } catch (error) {
    await deleteParts(client, { Bucket: bucket, Key: key, UploadId: upload.uploadId })
    rethrow(error)
  }
  return measured.result()
}

type UnfinishedUpload = { Bucket: string; Key: string; UploadId: string | undefined }

/** Files that cannot be deleted here, because the bucket does not respond, are deleted by the bucket's lifecycle rule. */
async function deleteParts(client: S3Client, upload: UnfinishedUpload): Promise<void> {
  if (upload.UploadId === undefined) return
  await Promise.allSettled([client.send(new AbortMultipartUploadCommand(upload))])
}

type Reader = { client: S3Client; idleMs: number }

/** Without a socket timeout: it would end connections whose reader is slow. */
function openReader(options: Service, idleMs: number): Reader {
  return { client: openClient(options, 0), idleMs }
}

function openClient({ endpoint, region }: Service, socketTimeout: number): S3Client {
  // A client that reads slowly occupies a connection: the default of 50 would soon be used up.
  const agent = { keepAlive: true, maxSockets: 500 }
  return new S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    // Not all other services support the checksums that the AWS client adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 5_000,
      // Until the response begins; the body may then take as long as its reader needs.
      requestTimeout: 60_000,
      socketTimeout,
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
    const reason = cause instanceof S3ServiceException ? refusalOf(cause) : String(cause)
    throw new Error(`Files cannot be stored in the bucket "${bucket}": ${reason}`, { cause })
  }
}

/** A refused HEAD response has no body with a reason: the client then knows only its status. */
function refusalOf({ name, $metadata }: S3ServiceException): string {
  const status = $metadata.httpStatusCode
  if (status === 401 || status === 403)
    return `access is denied (${status}): check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and the rights of that key`
  return /^unknown|^\d+$/i.test(name) ? `the service responded with ${status}` : name
}

async function getObject(
  { client, idleMs }: Reader,
  bucket: string,
  key: string,
  range?: ByteRange,
) {
  checkKey(key)
  const command = new GetObjectCommand({
    Bucket: bucket,
    Key: key,
    ...(range && { Range: `bytes=${range.start}-${range.end}` }),
  })
  const object = await client.send(command).catch(nullWhenMissing)
  if (object === null) return null
  if (!(object.Body instanceof Readable)) throw new Error(`The stored file ${key} has no body.`)
  return { body: endWhenSilent(object.Body, idleMs), bytes: object.ContentLength ?? 0 }
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
