// Files for customers' banks, sent as the form sends them, or stored as one that is uploaded already.

import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { EvidenceFileField } from '#rules/payments/evidence-files.ts'
import { evidenceFilesUrl } from '#rules/payments/evidence-files.ts'
import { pdf } from '../licences/licence-documents.ts'
import { createUser, type TestApp, type TestUser } from '../test-app.ts'

type Attached = {
  disputeId: string
  bytes: Uint8Array
  field?: EvidenceFileField
  name?: string
  /** Of the request: that of a browser, if it is a page's form. */
  headers?: Record<string, string>
}

export async function attachFile(
  { http }: Pick<TestApp, 'http'>,
  as: Pick<TestUser, 'cookie'> | undefined,
  { disputeId, bytes, field = 'receipt', name = 'file.pdf', headers = {} }: Attached,
) {
  const form = new FormData()
  form.append('field', field)
  form.append('file', new File([Buffer.from(bytes)], name))
  const encoded = new Response(form)
  return http.inject({
    method: 'POST',
    url: evidenceFilesUrl(disputeId),
    headers: {
      host: 'undersong.test',
      'content-type': encoded.headers.get('content-type') ?? '',
      ...(as ? { cookie: as.cookie } : {}),
      ...headers,
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
}

export function removeFile(app: TestApp, as: TestUser, fileId = '') {
  return app.call(`DELETE /api/proxy/admin/evidence-files/${fileId}`, { as })
}

/** Returns its id. The provider has it already, as far as the row says. */
export async function storeEvidenceFile(app: TestApp, disputeId: string): Promise<string> {
  const id = randomUUID()
  const key = `evidence/${id}`
  const options = { maxBytes: pdf.length, contentType: 'application/pdf' }
  const stored = await app.storage.put(key, Readable.from([pdf]), options)
  const { id: addedBy } = await createUser(app)
  await app.db
    .insertInto('evidence_files')
    .values({
      id,
      bank_dispute_id: disputeId,
      field: 'other',
      file_name: `${id}.pdf`,
      media_type: 'application/pdf',
      ...stored,
      storage_key: key,
      added_by: addedBy,
      added_at: app.clock.now(),
      is_made: false,
      provider_id: `file_${id}`,
    })
    .execute()
  return id
}
