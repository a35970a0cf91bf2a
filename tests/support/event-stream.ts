// A client of the server-sent events, over a real connection.

import { once } from 'node:events'
import { request, type IncomingHttpHeaders } from 'node:http'
import { liveEventSchema, type LiveEvent } from '#contracts/events.ts'

/** Returns once the headers of the response are there. */
export async function openEventStream(
  address: string,
  { cookie, headers = {} }: { cookie?: string; headers?: IncomingHttpHeaders } = {},
) {
  const call = request(`${address}/api/events`, {
    agent: false,
    headers: { ...(cookie === undefined ? {} : { cookie }), ...headers },
  })
  call.end()
  const [response] = await once(call, 'response')
  let text = ''
  let isEnded = false
  response.setEncoding('utf8')
  response.on('data', (chunk: string) => (text += chunk))
  const closed = Promise.withResolvers<void>()
  response.on('close', () => {
    isEnded = true
    closed.resolve()
  })
  // A test closes it, or the server does.
  response.on('error', () => undefined)
  call.on('error', () => undefined)
  return {
    status: Number(response.statusCode),
    headers: response.headers as IncomingHttpHeaders,
    text: () => text,
    isEnded: () => isEnded,
    events: (): LiveEvent[] =>
      [...text.matchAll(/^data: (.*)\n\n/gm)].map(([, data = '']) =>
        liveEventSchema.parse(JSON.parse(data)),
      ),
    async [Symbol.asyncDispose]() {
      call.destroy()
      await closed.promise
    },
  }
}
