// Sends licence documents as the forms do.

import { licenceDocumentId, licenceDocumentUrl } from '#rules/licences/licence-documents.ts'
import type { TestApp, TestUser } from '../test-app.ts'

export const pdf = Buffer.from('%PDF-1.7\nLicence for one song.\n%%EOF\n')

/** One pixel. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
)

type SentDocument = { bytes: Uint8Array; field?: string; name?: string; type?: string }

/** The form, with its content type. */
export function documentForm({
  bytes,
  field = 'licenseDocument',
  name = 'licence.pdf',
  type = 'application/pdf',
}: SentDocument): Response {
  const form = new FormData()
  form.append(field, new File([Buffer.from(bytes)], name, { type }))
  return new Response(form)
}

export async function sendDocument(
  app: Pick<TestApp, 'http'>,
  as: Pick<TestUser, 'cookie'> | undefined,
  document: SentDocument,
) {
  const encoded = documentForm(document)
  return app.http.inject({
    method: 'POST',
    url: '/api/proxy/license',
    headers: {
      host: 'undersong.test',
      'content-type': encoded.headers.get('content-type') ?? '',
      ...(as ? { cookie: as.cookie } : {}),
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
}

/** The id of a new document of the artist. */
export async function createDocument(app: TestApp, artist: TestUser, bytes = pdf): Promise<string> {
  const response = await sendDocument(app, artist, { bytes })
  const id = licenceDocumentId(response.json<{ licenseDocumentUrl: string }>().licenseDocumentUrl)
  if (id === null) throw new Error(`The document was not stored: ${response.body}`)
  return id
}

/** A caller without a link of the own tries the owner's. */
export async function downloadByLink(
  app: TestApp,
  as: TestUser | undefined,
  { seller, documentId }: { seller: TestUser; documentId: string },
) {
  const route = `GET ${licenceDocumentUrl(documentId)}`
  const own = await app.call(route, as ? { as } : {})
  const { headers } = own.statusCode === 302 ? own : await app.call(route, { as: seller })
  // Of a document that does not exist, no one gets a link.
  const link =
    headers.location ??
    `${licenceDocumentUrl(documentId)}/file?user=${seller.id}&exp=9999999999&key=invented`
  return app.call(`GET ${link}`, as ? { as } : {})
}
