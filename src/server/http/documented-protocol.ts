// The calls of the tus protocol in the API's document: headers instead of JSON.

import { deliveryUploads } from '#contracts/commissions/delivery-uploads.ts'
import { resumableUploads, type ResumableOperation } from '#contracts/resumable-uploads.ts'
import { refusalsByStatus } from './documented-refusals.ts'

type Name = keyof typeof resumableUploads

const number = { type: 'integer', minimum: 0 }
const text = { type: 'string' }
const version = { name: 'Tus-Resumable', schema: { const: '1.0.0' } }
const offset = { name: 'Upload-Offset', schema: number }
const length = { name: 'Upload-Length', schema: number }

/** The headers that a request must have, and those of its response. */
const headers: Record<Name, { sent: Header[]; returned: Header[]; status: number; done: string }> =
  {
    create: {
      sent: [version, length, { name: 'Upload-Metadata', schema: text }],
      returned: [{ name: 'Location', schema: text }],
      status: 201,
      done: 'The upload exists; its bytes may follow.',
    },
    find: { sent: [version], returned: [offset, length], status: 200, done: 'So much is stored.' },
    send: {
      sent: [version, offset],
      returned: [offset],
      status: 204,
      done: 'The bytes are stored.',
    },
    remove: { sent: [version], returned: [], status: 204, done: 'The upload is gone.' },
  }
type Header = { name: string; schema: object }

export function resumableUploadPaths(): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {}
  for (const { tag, ending, operations } of collections) {
    for (const [name, described] of Object.entries(operations)) {
      const { path, method } = described
      // Object.entries loses the key type.
      const documented = operation(described, { name: name as Name, tag, ending })
      paths[path] = { ...paths[path], [method.toLowerCase()]: documented }
    }
  }
  return paths
}

/** The files that are sent by the protocol, and the names of its operations. */
const collections: Collection[] = [
  { tag: 'uploads', ending: 'ResumableUpload', operations: resumableUploads },
  { tag: 'deliveries', ending: 'DeliveryUpload', operations: deliveryUploads },
]
type Collection = { tag: string; ending: string; operations: Record<Name, ResumableOperation> }
type Named = Pick<Collection, 'tag' | 'ending'> & { name: Name }

function operation(described: ResumableOperation, { name, tag, ending }: Named): object {
  const { path, summary, by, consumes } = described
  const { sent, returned, status, done } = headers[name]
  const inHeader = ({ name: header, schema }: Header) => ({
    name: header,
    in: 'header',
    required: true,
    schema,
  })
  const schema = { type: 'string', format: 'uuid' }
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => ({
    name: parameter,
    in: 'path',
    required: true,
    schema,
  }))
  return {
    operationId: `${name}${ending}`,
    summary,
    description: `For ${by}s only. A call of the tus protocol 1.0.0, https://tus.io`,
    tags: [tag],
    'x-caller': by,
    security: [{ session: [] }],
    parameters: [...ids, ...sent.map(inHeader)],
    ...(consumes === undefined ? {} : { requestBody: bodyOf(consumes) }),
    responses: {
      [status]: {
        description: done,
        headers: Object.fromEntries(
          returned.map((header) => [header.name, { schema: header.schema }]),
        ),
      },
      ...refusalsByStatus(described),
    },
  }
}

function bodyOf(consumes: string): object {
  return {
    required: true,
    content: { [consumes]: { schema: { type: 'string', format: 'binary' } } },
  }
}
