// A call of the control API on what belongs to one key.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Sandbox } from '../state/sandbox.ts'

export type KeyHandler = (sandbox: Sandbox, request: FastifyRequest, reply: FastifyReply) => unknown
