import {
  attachEvidenceFile,
  downloadEvidenceFile,
  makeEvidenceFiles,
  removeEvidenceFile,
} from '#contracts/admin/evidence-files.ts'
import { maxEvidenceBytes } from '#rules/payments/evidence-files.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import { openArrivals } from '#server/gateways/storage/arriving-files.ts'
import { sendFile } from '#server/http/send-file.ts'
import type { Serving } from '#server/http/serve.ts'
import { documentExtensions } from '#server/licences/sniff-document.ts'
import * as commands from './evidence-file-commands.ts'
import { findEvidenceFile, type EvidenceFileRow } from './evidence-file-queries.ts'
import { makeFiles, type MakingDeps } from './made-files.ts'

export function evidenceFileRoutes({ serve, serveBytes, serveUpload }: Serving, deps: MakingDeps) {
  const arrivals = openArrivals(deps.storage, { maxBytes: maxEvidenceBytes })

  serveUpload(attachEvidenceFile, async ({ user, request: { log }, receive }) => {
    const attach = () =>
      receive(({ id, field }, { name, body }) =>
        commands.attachEvidenceFile(
          { ...deps, log },
          { disputeId: id, adminId: user.id, field, name, body },
        ),
      )
    await arrivals.admit(user.id, async () => {}, attach)
    return {}
  })

  serve(makeEvidenceFiles, async ({ input: { id }, user, request: { log } }) => {
    await makeFiles({ ...deps, log }, { disputeId: id, adminId: user.id })
    return {}
  })

  serve(removeEvidenceFile, async ({ input: { id }, user, request: { log } }) => {
    await commands.removeEvidenceFile({ ...deps, log }, { id, adminId: user.id })
    return {}
  })

  serveBytes(downloadEvidenceFile, async ({ input, request, reply }) => {
    const file = await findEvidenceFile(deps.db, input.id)
    if (!file || file.storage_key === null) throw new Refusal('not_found')
    // No browser may show what somebody has sent as a page of this site.
    reply.header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
    const sent = {
      key: file.storage_key,
      contentType: 'application/octet-stream',
      cacheControl: 'private, no-store',
      etag: file.sha256,
      saveAs: savedName(file),
      bytes: file.bytes,
    }
    await sendFile(deps.storage, request, reply, sent, async () => undefined)
  })
}

/** With the ending of what it is: a file that is saved is opened by its ending. */
function savedName({
  file_name: name,
  media_type: type,
}: Pick<EvidenceFileRow, 'file_name' | 'media_type'>): string {
  const ending = `.${documentExtensions[type]}`
  const endings = type === 'image/jpeg' ? [ending, '.jpeg'] : [ending]
  return endings.some((one) => name.toLowerCase().endsWith(one)) ? name : name + ending
}
