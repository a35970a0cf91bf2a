// Calls of the control API that change what the provider has, as no call of its own does: for tests of a reconciliation.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Sandbox } from '../state/sandbox.ts'
import { platform } from '../storage/object-store.ts'
import type { KeyHandler } from './key-handler.ts'

export const plantedChanges: [path: string, handle: KeyHandler][] = [
  ['/change', changeObject],
  ['/remove', removeObject],
]

const changeBody = z.strictObject({
  id: z.string(),
  /** Added to its amount, without another movement. */
  pence: z.number().int().default(0),
  /** Unix seconds: it says that it was made then. */
  created: z.number().int().optional(),
  /** As a person marks it in the dashboard, with these words. */
  settled: z.string().optional(),
  /** Says no more what this property was. */
  silent: z.string().optional(),
})

function changeObject({ db, store }: Sandbox, { body }: FastifyRequest, reply: FastifyReply) {
  const { id, pence, created, settled, silent } = changeBody.parse(body)
  const object = store.findAny(id, platform)
  if (!object || !('amount' in object)) return reply.code(404).send({ error: `No object ${id}.` })
  const amount = Number(object.amount) + pence
  const changed = {
    ...object,
    amount,
    ...(created === undefined ? {} : { created }),
    ...(silent === undefined ? {} : { [silent]: null }),
    ...(settled === undefined ? {} : { metadata: { ...metadataOf(object), settled } }),
  }
  db.prepare('UPDATE objects SET body = ?, created = coalesce(?, created) WHERE id = ?').run(
    JSON.stringify(changed),
    created ?? null,
    id,
  )
  return { id, amount }
}

function metadataOf(object: object): object {
  return 'metadata' in object ? Object(object.metadata) : {}
}

const removeBody = z.strictObject({ id: z.string() })

function removeObject({ db }: Sandbox, { body }: FastifyRequest, reply: FastifyReply) {
  const { id } = removeBody.parse(body)
  const { changes } = db.prepare('DELETE FROM objects WHERE id = ?').run(id)
  return changes === 1 ? { removed: id } : reply.code(404).send({ error: `No object ${id}.` })
}
