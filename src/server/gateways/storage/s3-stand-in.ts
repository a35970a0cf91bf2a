// A small in-memory server with enough of S3's HTTP API for this folder's tests.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'

type StoredObject = { body: Buffer; contentType: string | undefined; writtenAt: Date }

/** Small, so that a test with three objects needs a second page. */
const listedAtOnce = 2

type Bucket = {
  objects: Map<string, StoredObject>
  uploads: Map<string, Map<number, Buffer>>
  /** The content type of every multipart upload that was started, by its id. */
  uploadTypes: Map<string, string | undefined>
  silent: { sending: boolean; receiving: boolean }
}

type Exchange = { request: IncomingMessage; response: ServerResponse; url: URL; key: string }

/** Listens on a free loopback port and serves one bucket. */
export async function startS3StandIn(bucket: string) {
  const stored: Bucket = {
    objects: new Map(),
    uploads: new Map(),
    uploadTypes: new Map(),
    silent: { sending: false, receiving: false },
  }
  const { objects, uploads, silent } = stored
  const responses: { statusCode: number }[] = []

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://stand-in')
    const [, inBucket, ...key] = decodeURIComponent(url.pathname).split('/')
    const exchange = { request, response, url, key: key.join('/') }
    const forced = responses.shift()
    if (silent.receiving && request.method === 'PUT') return
    if (forced !== undefined) refuse(exchange, forced.statusCode, 'Forced')
    else if (inBucket !== bucket) refuse(exchange, 404, 'NoSuchBucket')
    else reply(stored, exchange).catch(() => response.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined

  return {
    endpoint: `http://127.0.0.1:${port}`,
    objects,
    /** Multipart uploads that were neither completed nor aborted: a real bucket would charge for them. */
    uploads,
    /** The next requests get these responses, whatever they request. */
    responses,
    /** Stops in the middle of a body that it sends or receives. */
    silent,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function reply(bucket: Bucket, exchange: Exchange): Promise<void> {
  const { request, response, url, key } = exchange
  const uploadId = url.searchParams.get('uploadId')
  if (url.searchParams.has('list-type')) sendList(bucket, exchange)
  else if (key === '') response.end()
  else if (uploadId !== null) await sendMultipart(bucket, exchange, uploadId)
  else if (request.method === 'POST') startMultipart(bucket, exchange)
  else if (request.method === 'PUT') {
    const contentType = request.headers['content-type']
    bucket.objects.set(key, { body: await buffer(request), contentType, writtenAt: new Date() })
    response.setHeader('etag', '"whole"').end()
  } else if (request.method === 'DELETE') {
    bucket.objects.delete(key)
    response.writeHead(204).end()
  } else sendObject(bucket, exchange)
}

function startMultipart({ uploads, uploadTypes }: Bucket, { request, response }: Exchange): void {
  const uploadId = `upload-${uploadTypes.size + 1}`
  uploads.set(uploadId, new Map())
  uploadTypes.set(uploadId, request.headers['content-type'])
  response.end(
    `<InitiateMultipartUploadResult><UploadId>${uploadId}</UploadId></InitiateMultipartUploadResult>`,
  )
}

async function sendMultipart(
  { objects, uploads, uploadTypes }: Bucket,
  exchange: Exchange,
  uploadId: string,
): Promise<void> {
  const { request, response, url, key } = exchange
  const parts = uploads.get(uploadId)
  if (parts === undefined) return refuse(exchange, 404, 'NoSuchUpload')
  if (request.method === 'GET') return sendParts(exchange, parts)
  const body = await buffer(request)
  if (request.method === 'PUT') {
    const part = Number(url.searchParams.get('partNumber'))
    parts.set(part, body)
    response.setHeader('etag', `"part-${part}"`).end()
    return
  }
  if (request.method === 'POST' && !areLargeEnough(parts)) {
    return refuse(exchange, 400, 'EntityTooSmall')
  }
  uploads.delete(uploadId)
  if (request.method === 'DELETE') {
    response.writeHead(204).end()
    return
  }
  const inOrder = [...parts].toSorted(([one], [other]) => one - other).map(([, part]) => part)
  objects.set(key, {
    body: Buffer.concat(inOrder),
    contentType: uploadTypes.get(uploadId),
    writtenAt: new Date(),
  })
  response.end('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>')
}

function sendParts({ response }: Exchange, parts: Map<number, Buffer>): void {
  const listed = [...parts.keys()]
    .toSorted((one, other) => one - other)
    .map((part) => `<Part><PartNumber>${part}</PartNumber><ETag>"part-${part}"</ETag></Part>`)
  response.end(
    `<ListPartsResult><IsTruncated>false</IsTruncated>${listed.join('')}</ListPartsResult>`,
  )
}

const minPartBytes = 5 * 1024 * 1024

/** The last part may be smaller. */
function areLargeEnough(parts: Map<number, Buffer>): boolean {
  const last = Math.max(...parts.keys())
  return [...parts].every(([part, { length }]) => part === last || length >= minPartBytes)
}

function sendList({ objects }: Bucket, { response, url }: Exchange): void {
  const prefix = url.searchParams.get('prefix') ?? ''
  const start = Number(url.searchParams.get('continuation-token') ?? 0)
  const found = [...objects].filter(([key]) => key.startsWith(prefix))
  const end = start + listedAtOnce
  const contents = found
    .slice(start, end)
    .map(
      ([key, { writtenAt }]) =>
        `<Contents><Key>${key}</Key><LastModified>${writtenAt.toISOString()}</LastModified></Contents>`,
    )
  const isTruncated = end < found.length
  const next = isTruncated ? `<NextContinuationToken>${end}</NextContinuationToken>` : ''
  response.end(
    `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
  )
}

function sendObject({ objects, silent }: Bucket, exchange: Exchange): void {
  const { request, response, key } = exchange
  const object = objects.get(key)
  if (object === undefined) return refuse(exchange, 404, 'NoSuchKey')
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
  if (Number(start) >= object.body.length) return refuse(exchange, 416, 'InvalidRange')
  const part =
    start === undefined ? object.body : object.body.subarray(Number(start), Number(end) + 1)
  response.writeHead(start === undefined ? 200 : 206, { 'content-length': part.length })
  if (silent.sending) response.write(part.subarray(0, part.length / 2))
  else response.end(request.method === 'HEAD' ? undefined : part)
}

function refuse({ request, response }: Exchange, status: number, code: string): void {
  request.resume()
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`)
}
