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
import { openAdmission, refuseUnlessPayable } from './upload-admission.ts'
import { dismissRefusedUpload, receiveRecording } from './upload-commands.ts'
import { presentUpload } from './upload-presenter.ts'
import { findUnlistedUploads, findUpload } from './upload-queries.ts'

export function uploadRoutes({ serve, serveUpload }: Serving, deps: { db: Db; storage: Storage }) {
  const { db } = deps
  const admit = openAdmission(deps)

  serveUpload(uploadTrack, async ({ user, request }) => {
    await refuseUnlessPayable(db, user.id)
    const upload = await receiveForm(request, async (fields, file) => {
      const details = parseInput(trackDetailsSchema, fields)
      return admit(user.id, (id) =>
        receiveRecording(deps, {
          id,
          artistId: user.id,
          details,
          fileName: file.filename,
          body: file.file,
        }),
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

/**
 * Text fields come before the file, so that a wrong form is known before the file is stored.
 * A refused file is read to its end all the same: browsers show an answer only once they have sent everything.
 */
async function receiveForm<Received>(
  request: FastifyRequest,
  receive: (fields: Record<string, string>, file: MultipartFile) => Promise<Received>,
): Promise<Received> {
  if (!request.isMultipart()) throw new Refusal('upload_file_missing')
  const { socket } = request.raw
  // A lost connection need not say so: the place it holds would stay taken.
  if (socket instanceof Socket) socket.setTimeout(silentUploadMs, () => socket.destroy())
  try {
    return await receiveParts(request, receive)
  } catch (error) {
    const isGone = request.raw.destroyed && !request.raw.readableEnded
    const isCut = isGone || (error instanceof Error && cutForm.test(error.message))
    throw isCut ? new Refusal('upload_interrupted', { cause: error }) : error
  } finally {
    if (socket instanceof Socket) socket.setTimeout(0)
  }
}

/** What the parser says when its boundary, or the end, is not there. */
const cutForm = /Boundary not found|unexpected end of multipart data/i

async function receiveParts<Received>(
  request: FastifyRequest,
  receive: (fields: Record<string, string>, file: MultipartFile) => Promise<Received>,
): Promise<Received> {
  const fields: Record<string, string> = {}
  const parts: AsyncIterable<Multipart> = request.parts({
    limits: { files: 1, fields: 40, fieldSize: 20_000, fileSize: largestUploadBytes + 1 },
  })
  for await (const part of parts) {
    if (part.type === 'field') {
      if (typeof part.value === 'string') fields[part.fieldname] = part.value
      continue
    }
    try {
      return await receive(fields, part)
    } catch (error) {
      part.file.resume()
      throw error
    }
  }
  // The fields' own problems are worth hearing about in the same answer.
  parseInput(trackDetailsSchema, fields)
  throw new Refusal('upload_file_missing')
}
