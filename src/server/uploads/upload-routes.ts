import { dismissUpload, getUpload, listUploads, uploadTrack } from '#contracts/uploads.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'
import type { Serving } from '#server/http/serve.ts'
import { describeTrack } from '#server/tracks/track-presenter.ts'
import { openAdmission, refuseUnlessPayoutsEnabled } from './upload-admission.ts'
import { dismissRefusedUpload, receiveRecording } from './upload-commands.ts'
import { findUnlistedUploads, findUpload, presentUpload } from './upload-queries.ts'

export function uploadRoutes({ serve, serveUpload }: Serving, deps: { db: Db; storage: Storage }) {
  const { db } = deps
  const admit = openAdmission(deps)

  serveUpload(uploadTrack, async ({ user, request, receive }) => {
    await refuseUnlessPayoutsEnabled(db, user.id)
    const upload = await receive((details, file) =>
      admit(user.id, (id) =>
        receiveRecording(
          { ...deps, log: request.log },
          {
            id,
            artistId: user.id,
            description: describeTrack(details),
            fileName: file.name,
            body: file.body,
          },
        ),
      ),
    )
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
