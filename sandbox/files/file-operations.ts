// Files that clients upload: evidence against disputes.
import type { Stripe } from 'stripe'
import { listObjects } from '../api/lists.ts'
import { serve, type Call } from '../api/operation.ts'
import { notFound, notServed } from '../api/stripe-failure.ts'
import type { Sandbox } from '../state/sandbox.ts'
import { newId } from '../storage/ids.ts'
import { evidencePurpose, readUpload, type UploadedFile } from './uploaded-file.ts'

export const fileOperations = [
  serve('Files.create', createFile),
  serve('Files.retrieve', retrieveFile),
  serve('Files.list', listFiles),
]

/** The provider's documentation says nine months. */
const fileLifeSeconds = 270 * 24 * 60 * 60

function createFile(sandbox: Sandbox, { params }: Call<Stripe.FileCreateParams>): Stripe.File {
  if (params.file_link_data) throw notServed('file links', 'file_link_data')
  if (params.purpose !== evidencePurpose) {
    throw notServed(`files for another purpose than ${evidencePurpose}`, 'purpose')
  }
  const upload = readUpload(params.file)
  const created = sandbox.clock.now()
  const file = newFile(sandbox, upload, created)
  const contents = { id: contentsId(file.id), base64: upload.bytes.toString('base64') }
  sandbox.store.insert('file.contents', contents, { created })
  return sandbox.store.insert('file', file, { created })
}

function newFile({ publicUrl }: Sandbox, { name, type, bytes }: UploadedFile, created: number) {
  const id = newId('file')
  return {
    id,
    object: 'file',
    created,
    expires_at: created + fileLifeSeconds,
    filename: name,
    links: { object: 'list', data: [], has_more: false, url: `/v1/file_links?file=${id}` },
    purpose: evidencePurpose,
    size: bytes.length,
    title: null,
    type,
    url: `${publicUrl}/dashboard/files/${id}`,
  } satisfies Stripe.File
}

function retrieveFile({ store }: Sandbox, call: Call<object>): Stripe.File {
  const id = call.path['id'] ?? ''
  const file = store.find('file', id, call.owner)
  if (!file) throw notFound('file upload', id)
  return file
}

function listFiles(sandbox: Sandbox, call: Call<Stripe.FileListParams>) {
  const { purpose } = call.params
  return listObjects(sandbox, 'file', call, { url: '/v1/files', where: { purpose } })
}

/** What was uploaded, as the dashboard gives it back. */
export function readContents({ store }: Sandbox, id: string): Buffer | undefined {
  const contents = store.find('file.contents', contentsId(id))
  return contents && Buffer.from(contents.base64, 'base64')
}

const contentsId = (id: string) => `contents_of_${id}`
