import { Socket } from 'node:net'
import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import {
  dismissUpload,
  getUpload,
  listUploads,
  trackDetailsSchema,
  uploadTrack,
} from '#contracts/uploads.ts'
import { largestUploadBytes } from '#rules/upload-limits.ts'
import { Refusal } from '#rules/refusal.ts'
import type { Db } from '#server/db/client.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'
import { parseInput } from '#server/http/input.ts'
import { silentUploadMs } from '#server/http/slow-bodies.ts'
import type { Serving } from '#server/http/serve.ts'
import { describeTrack } from '#server/tracks/track-presenter.ts'
import { openAdmission, refuseUnlessPayable } from './upload-admission.ts'
import { dismissRefusedUpload, receiveRecording } from './upload-commands.ts'
import { findUnlistedUploads, findUpload, presentUpload } from './upload-queries.ts'

export function uploadRoutes({ serve, serveUpload }: Serving, deps: { db: Db; storage: Storage }) {
  const { db } = deps
  const admit = openAdmission(deps)

  serveUpload(uploadTrack, async ({ user, request }) => {
    await refuseUnlessPayable(db, user.id)
    const upload = await receiveForm(request, async (fields, file) => {
      const description = describeTrack(parseInput(trackDetailsSchema, fields))
      return admit(user.id, (id) =>
        receiveRecording(
          { ...deps, log: request.log },
          {
            id,
            artistId: user.id,
            description,
            fileName: file.filename,
            body: readableParts(file.file),
          },
        ),
      )
    })
    return presentUpload(upload)
  })

  serve(getUpload, async ({ input, user }) => {
    const upload = await findUpload(db, { id: input.id, artistId: user.id })
    if (!upload) throw new Refusal('not_found')
    return presentUpload(upload)
  })

  serve(listUploads, async ({ user }) => {
    const uploads = await findUnlistedUploads(db, user.id)
    return { uploads: uploads.map(presentUpload) }
  })

  serve(dismissUpload, async ({ input, user }) => {
    const dismissed = await dismissRefusedUpload(db, { id: input.id, artistId: user.id })
    if (!dismissed) throw new Refusal('not_found')
    return {}
  })
}

/** The parser's type requires a file name, but a part may lack one. */
type FilePart = Omit<MultipartFile, 'filename'> & { filename?: string }

/** Text fields come before the file, so that an invalid form is refused before the file is stored. */
async function receiveForm<Received>(
  request: FastifyRequest,
  receive: (fields: Record<string, string>, file: FilePart) => Promise<Received>,
): Promise<Received> {
  if (!request.isMultipart()) throw new Refusal('upload_file_missing')
  const { socket } = request.raw
  // A lost connection may not be reported: its upload would count as in progress for ever.
  const closeConnection = () => void socket.destroy()
  if (socket instanceof Socket) socket.setTimeout(silentUploadMs, closeConnection)
  try {
    return await receiveParts(request, receive)
  } finally {
    if (socket instanceof Socket) socket.setTimeout(0, closeConnection)
  }
}

async function receiveParts<Received>(
  request: FastifyRequest,
  receive: (fields: Record<string, string>, file: FilePart) => Promise<Received>,
): Promise<Received> {
  const fields: Record<string, string> = {}
  const parts: AsyncIterable<Multipart> = request.parts({
    limits: { files: 1, fields: 40, fieldSize: 20_000, fileSize: largestUploadBytes + 1 },
  })
  for await (const part of readableParts(parts)) {
    if (part.type === 'file') return await receive(fields, part)
    if (typeof part.value === 'string') fields[part.fieldname] = part.value
  }
  // The response also lists the problems of the fields.
  parseInput(trackDetailsSchema, fields)
  throw new Refusal('upload_file_missing')
}

/** Yields the parts; a form that cannot be parsed or is interrupted is a refusal, not an unexpected error. */
async function* readableParts<Part>(parts: AsyncIterable<Part>): AsyncGenerator<Part> {
  try {
    yield* parts
  } catch (cause) {
    throw new Refusal('upload_interrupted', { cause })
  }
}
