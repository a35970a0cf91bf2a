// The server with what happens to every request.

import { randomUUID } from 'node:crypto'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance } from 'fastify'
import { brokenRequests, noteResponse } from './broken-requests.ts'
import { compressResponses } from './compression.ts'
import { handleErrors } from './errors.ts'
import { refuseOddHosts } from './odd-hosts.ts'
import { requestLog } from './request-log.ts'
import { addSecurityHeaders } from './security-headers.ts'
import { refuseSlowBodies } from './slow-bodies.ts'
import { dropUnreadBodies } from './unread-bodies.ts'

/** Ten times our largest JSON body. Page forms, recordings and provider events have their own limits. */
const maxJsonBytes = 64 * 1024

type Options = {
  publicUrl: string
  trustedProxies: number
  logLevel: string
  /** Instead of standard output. */
  logStream?: { write: (line: string) => void }
}

export async function openHttp(options: Options): Promise<FastifyInstance> {
  const https = options.publicUrl.startsWith('https:')
  const http = Fastify({
    ...brokenRequests({ https }),
    bodyLimit: maxJsonBytes,
    logger: { level: options.logLevel, stream: options.logStream, ...requestLog },
    // A counter would restart in each process and at each start.
    genReqId: () => randomUUID(),
    trustProxy: (_address, hop) => hop < options.trustedProxies,
    forceCloseConnections: true,
    // Enough for the largest recording over a slow connection; slower uploads are cut off.
    requestTimeout: 60 * 60_000,
  })
  http.server.on('request', noteResponse)
  handleErrors(http)
  dropUnreadBodies(http)
  addSecurityHeaders(http, { https })
  refuseOddHosts(http)
  refuseSlowBodies(http, { https })
  compressResponses(http)
  await http.register(multipart, { throwFileSizeLimit: false })
  return http
}
