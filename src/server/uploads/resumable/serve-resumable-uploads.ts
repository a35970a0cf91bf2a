// Serves the operations of contracts/resumable-uploads.ts, and those of other files that arrive by the same protocol:
// @tus/server speaks it, and everything around it (the caller, errors, headers, logs) is that of the other calls.

import { randomUUID } from 'node:crypto'
import { Socket } from 'node:net'
import { Server } from '@tus/server'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { resumableUploads } from '#contracts/resumable-uploads.ts'
import { z } from 'zod'
import { maxUploadBytes } from '#rules/uploads/upload-limits.ts'
import { Refusal, type RefusalCode } from '#rules/errors/refusal.ts'
import type { SiteEvents } from '#server/events/listen-for-events.ts'
import type { ProtocolCall, ProtocolOperation, Serving } from '#server/http/serve.ts'
import { refuseUnverifiedEmail } from '#server/http/session.ts'
import { closeWhenSilent } from '#server/http/slow-bodies.ts'
import type { Admission } from '../upload-admission.ts'
import { openReceiveLocks } from './receive-lock.ts'
import type { Reception } from './reception.ts'
import { trackReception } from './track-reception.ts'
import { tusStore, type TusDeps } from './tus-store.ts'

type Deps = Pick<TusDeps, 'db' | 'storage'> & { events: SiteEvents; log: FastifyBaseLogger }

/** Where files of one kind are announced and sent to. */
type Place = {
  /** The path of the announcements. */
  folder: string
  /** The address of one file. */
  addressOf: (id: string) => string
  /** The id in the address of a request for one file; undefined if it is none. */
  fileId: string | undefined
  reception: Reception
}

type Placing = (call: Pick<ProtocolCall, 'user' | 'request'>) => Place

const folder = resumableUploads.create.path
const idSchema = z.object({ id: z.uuid() })

/** Recordings that become tracks. */
export function serveResumableUploads(
  serveProtocol: Serving['serveProtocol'],
  deps: Deps & { admission: Admission },
): void {
  const reception = trackReception(deps)
  const placeOf: Placing = ({ user, request }) => {
    if (request.method === 'POST') refuseUnverifiedEmail(user)
    const fileId = idSchema.safeParse(request.params).data?.id
    return { folder, addressOf: (id) => `${folder}/${id}/file`, fileId, reception }
  }
  serveResumable(serveProtocol, deps, { operations: Object.values(resumableUploads), placeOf })
}

/** Any files: `placeOf` may refuse the call. */
export function serveResumable(
  serveProtocol: Serving['serveProtocol'],
  deps: Deps,
  { operations, placeOf }: { operations: ProtocolOperation[]; placeOf: Placing },
): void {
  const parts = { ...deps, locks: openReceiveLocks(deps) }
  for (const operation of operations) {
    serveProtocol(operation, (call) =>
      closeWhenSilent(call.request, async () => answer({ ...parts, ...placeOf(call) }, call)),
    )
  }
}

type Answering = Omit<TusDeps, 'reception'> & Place

async function answer(deps: Answering, { user, request, reply }: ProtocolCall): Promise<void> {
  const isNew = request.method === 'POST'
  const id = isNew ? randomUUID() : deps.fileId
  if (id === undefined) throw new Refusal('not_found')
  const body = readBody(request)
  const { store, locker } = tusStore(deps, {
    artistId: user.id,
    isNew,
    body,
    endConnection: () => void request.raw.destroy(),
  })
  let failure: unknown
  const server = new Server({
    path: deps.folder,
    datastore: store,
    locker,
    maxSize: maxUploadBytes,
    // The holder of a lock ends at once; what it has received counts.
    lockDrainTimeout: 1,
    namingFunction: () => id,
    getFileIdFromRequest: () => id,
    generateUrl: () => deps.addressOf(id),
    onResponseError: (_request, error) => {
      failure = error
      return undefined
    },
  })
  try {
    const response = await server.handleWeb(webRequest(request))
    if (response.status >= 400) throw await problemOf(response, failure)
    await send(reply, response)
  } finally {
    await body.return(undefined)
  }
}

/**
 * Left open at the end, so that after a refusal the rest can be read and dropped (http/unread-bodies.ts). The memory of
 * each chunk is given back when the next one is requested: the garbage collector lets some 60 MB of chunks pile up, because
 * the objects that hold them are small. Every consumer has taken a chunk when it requests the next one: `readHead` copies,
 * both storages write first (their tests say so); one that did not would end in `finish`, which counts the file's bytes.
 */
async function* readBody({ raw }: FastifyRequest): AsyncGenerator<Uint8Array> {
  // A request within this process only lends its buffers.
  const isFromSocket = raw.socket instanceof Socket
  const chunks: AsyncIterable<Buffer> = raw.iterator({ destroyOnReturn: false })
  try {
    for await (const chunk of chunks) {
      yield chunk
      if (isFromSocket) freeMemory(chunk)
    }
  } catch (cause) {
    throw new Refusal('upload_interrupted', { cause })
  }
}

function freeMemory({ buffer, byteLength }: Uint8Array): void {
  const isItsOwn = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
  if (isItsOwn) buffer.transfer(0)
}

/** The headers of the protocol; the other ones are Fastify's business. */
const requestHeaders = /^(tus-|upload-|content-length$|content-type$)/

/** Without its body, which the store reads by itself: the package would pass it through five streams. */
function webRequest({ method, url, headers: sent }: FastifyRequest): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(sent)) {
    // The extension "creation with upload" is not offered: a body of POST is ignored.
    const isWanted =
      requestHeaders.test(name) && (method === 'PATCH' || !name.startsWith('content-'))
    if (isWanted && typeof value === 'string') headers.set(name, value)
  }
  return new Request(`http://undersong.invalid${url}`, { method, headers })
}

const responseHeaders = /^(tus-|upload-|location$)/

async function send(reply: FastifyReply, response: Response): Promise<void> {
  for (const [name, value] of response.headers) {
    if (responseHeaders.test(name)) reply.header(name, value)
  }
  await reply.code(response.status).send()
}

/** What the package refuses by itself, by its status. */
const refusalOfStatus: Record<number, RefusalCode> = {
  409: 'upload_offset',
  413: 'upload_too_large',
}

async function problemOf(response: Response, failure: unknown): Promise<unknown> {
  if (failure instanceof Error) return failure
  const code = refusalOfStatus[response.status]
  if (code !== undefined) return new Refusal(code)
  const text = (await response.text()).trim()
  if (/abort/i.test(text)) return new Refusal('upload_interrupted')
  // A request that violates the protocol.
  return Object.assign(new Error(text), { statusCode: Math.min(response.status, 499) })
}
