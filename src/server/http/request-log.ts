// What the log says of a request. No cookies, and no secrets from addresses.

import type { FastifyRequest } from 'fastify'

export const requestLog = {
  redact: ['req.headers.cookie', 'req.headers.authorization'],
  serializers: {
    req: ({ method, url, host, ip }: FastifyRequest) => ({
      method,
      url: url.replaceAll(/(?<=[?&]secret=)[^&]*/g, 'hidden'),
      host,
      remoteAddress: ip,
    }),
  },
}
