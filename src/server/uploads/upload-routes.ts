import {
  dismissUpload,
  getUpload,
  listUploads,
  sendUploadDetails,
  streamUploadPreview,
  uploadTrack,
} from '#contracts/uploads.ts'
import type { FastifyBaseLogger } from 'fastify'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'
import type { SiteEvents } from '#server/events/listen-for-events.ts'
import { sendFile } from '#server/http/send-file.ts'
import type { Serving } from '#server/http/serve.ts'
import { refuseUnverifiedEmail } from '#server/http/session.ts'
import { refuseForeignDocument } from '#server/licences/document-owner.ts'
import { describeTrack } from '#server/tracks/track-presenter.ts'
import { refuseUnlessPayoutsEnabled, type Admission } from './upload-admission.ts'
import { enterDetails, receiveRecording } from './upload-commands.ts'
import { dismissOwnUpload } from './upload-expiry.ts'
import { previewKeyOf } from './upload-files.ts'
import { presentUpload } from './upload-presenter.ts'
import { findUnlistedUploads, findUpload } from './upload-queries.ts'

export type UploadDeps = {
  db: Db
  storage: Storage
  events: SiteEvents
  log: FastifyBaseLogger
  admission: Admission
}

export function uploadRoutes({ serve, serveUpload, serveBytes }: Serving, deps: UploadDeps) {
  const { db, storage, admission } = deps

  serveUpload(uploadTrack, async ({ user, request, receive }) => {
    refuseUnverifiedEmail(user)
    await refuseUnlessPayoutsEnabled(db, user.id)
    const upload = await receive(async (details, file) => {
      // Nobody can be asked later: the key is published as written, as the artist's statement.
      const description = describeTrack({ ...details, keyAnswer: 'as_written' })
      const { licenceDocumentId: documentId } = description
      await refuseForeignDocument(db, { documentId, artistId: user.id })
      const recording = { artistId: user.id, description, fileName: file.name, body: file.body }
      return admission.admitForm(user.id, (id) =>
        receiveRecording({ ...deps, log: request.log }, { id, ...recording }),
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

  serve(sendUploadDetails, async ({ input: { id, ...details }, user }) => {
    const own = { id, artistId: user.id }
    const description = describeTrack(details)
    const { licenceDocumentId: documentId } = description
    await refuseForeignDocument(db, { documentId, artistId: user.id })
    return presentUpload(await enterDetails(db, { ...own, description }))
  })

  serveBytes(streamUploadPreview, async ({ input, user, request, reply }) => {
    const upload = await findUpload(db, { id: input.id, artistId: user.id })
    if (upload?.status !== 'prepared') throw new Refusal('not_found')
    const file = {
      key: previewKeyOf(upload.id),
      contentType: 'audio/mpeg',
      cacheControl: 'private, no-store',
      etag: upload.id,
    }
    await sendFile(storage, request, reply, file, async () => {})
  })

  serve(dismissUpload, async ({ input, user }) => {
    await dismissOwnUpload(deps, { id: input.id, artistId: user.id })
    return {}
  })
}
