import {
  downloadLicenceDocument,
  getLicenceInfo,
  openLicenceDocument,
  uploadLicenceDocument,
} from '#contracts/licences.ts'
import { maxLicenceDocumentBytes, licenceDocumentUrl } from '#rules/licences/licence-documents.ts'
import { licenceDocumentUploaded } from '#rules/errors/licence-errors.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import { openArrivals } from '#server/gateways/storage/arriving-files.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'
import { sendFile } from '#server/http/send-file.ts'
import type { Serving } from '#server/http/serve.ts'
import { refuseTooManyDocuments } from './document-admission.ts'
import { storeDocument } from './document-commands.ts'
import { openDocumentLinks } from './document-link.ts'
import { findDocument, findLicence } from './licence-queries.ts'
import { documentExtensions } from './sniff-document.ts'

type Deps = { db: Db; storage: Storage; linkSecret: string }

export function licenceRoutes({ serve, serveUpload, serveBytes }: Serving, deps: Deps) {
  const { db } = deps
  const arrivals = openArrivals(deps.storage, { maxBytes: maxLicenceDocumentBytes })

  serveUpload(uploadLicenceDocument, async ({ user, request, receive }) => {
    const id = await arrivals.admit(
      user.id,
      (arriving) => refuseTooManyDocuments(db, { artistId: user.id, arriving }),
      () =>
        receive((_fields, { body }) =>
          storeDocument({ ...deps, log: request.log }, { artistId: user.id, body }),
        ),
    )
    return { licenseDocumentUrl: licenceDocumentUrl(id), message: licenceDocumentUploaded }
  })

  serve(getLicenceInfo, async ({ input, user }) => {
    const licence = await findLicence(db, { trackId: input.id, viewer: user })
    if (!licence) throw new Refusal('not_found')
    const { status, licensedFrom, documentId } = licence
    return {
      trackLicenseStatus: status,
      trackLicensedFrom: licensedFrom,
      trackLicenseDocumentUrl: documentId === null ? null : licenceDocumentUrl(documentId),
    }
  })

  documentRoutes(serveBytes, deps)
}

function documentRoutes(serveBytes: Serving['serveBytes'], { db, storage, linkSecret }: Deps) {
  const links = openDocumentLinks(linkSecret)

  serveBytes(openLicenceDocument, async ({ input, user, reply }) => {
    const document = await findDocument(db, { id: input.id, viewer: user })
    if (!document || !user) throw new Refusal('not_found')
    await reply.redirect(links.create({ id: document.id, userId: user.id }))
  })

  serveBytes(downloadLicenceDocument, async ({ input, user, request, reply }) => {
    if (!user || !links.isValid({ id: input.id, userId: user.id }, input))
      throw new Refusal('not_found')
    const document = await findDocument(db, { id: input.id, viewer: user })
    if (!document) throw new Refusal('not_found')
    // No browser may show an artist's file as a page of this site.
    reply.header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
    const file = {
      key: document.storage_key,
      contentType: 'application/octet-stream',
      cacheControl: 'private, no-store',
      etag: document.sha256,
      saveAs: `license-document.${documentExtensions[document.media_type]}`,
      bytes: document.bytes,
    }
    await sendFile(storage, request, reply, file, async () => undefined)
  })
}
