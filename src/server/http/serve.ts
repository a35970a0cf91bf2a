// Binds an endpoint to its handler: checks the caller and the input, and removes unlisted fields from the output.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { refusalsOf, type Endpoint, type Route } from '#contracts/endpoint.ts'
import { loginPath, withQuery } from '#rules/page-paths.ts'
import { isForAdmins, mayCall, type Caller } from '#rules/permissions.ts'
import { Refusal, type RefusalCode } from '#rules/errors/refusal.ts'
import { onRequestClock } from '#server/db/request-clock.ts'
import { parseInput } from './input.ts'
import { receiveFiles, receiveForm, type UseFiles, type UseForm } from './multipart-form.ts'
import type { RefuseForeignOrigin } from './origin.ts'
import type { Sessions, SessionUser } from './session.ts'

type UserOf<By extends Caller> = By extends 'anyone' ? SessionUser | null : SessionUser

export type Call<By extends Caller, Input> = {
  input: Input
  user: UserOf<By>
  request: FastifyRequest
  reply: FastifyReply
}

export type Serve = <By extends Caller, Input extends z.ZodType, Output extends z.ZodType>(
  endpoint: Endpoint<Route, By, Input, Output>,
  handle: (call: Call<By, z.output<Input>>) => Promise<z.input<Output>>,
) => void

export type Serving = {
  /** JSON in, JSON out. */
  serve: Serve
  /** For stream responses: the handler sends the reply itself. */
  serveBytes: <By extends Caller, Input extends z.ZodType>(
    endpoint: Endpoint<Route, By, Input>,
    handle: (call: Call<By, z.output<Input>>) => Promise<void>,
  ) => void
  /** For responses that are the same for all callers, who are not identified: `respond` may send a stored one. */
  serveShared: <Input extends z.ZodType, Output extends z.ZodType>(
    endpoint: Endpoint<Route, 'anyone', Input, Output>,
    respond: Respond,
    handle: (input: z.output<Input>) => Promise<z.input<Output>>,
  ) => void
  /** For endpoints with files: nothing of the form is read before the handler calls `receive` or `receiveAll`. */
  serveUpload: <By extends Caller, Input extends z.ZodType, Output extends z.ZodType>(
    endpoint: Endpoint<Route, By, Input, Output>,
    handle: (call: UploadCall<By, Input>) => Promise<z.input<Output>>,
  ) => void
  /** For another protocol than JSON: the caller is checked as everywhere; the handler reads the body and sends the reply. */
  serveProtocol: (
    operation: ProtocolOperation,
    handle: (call: ProtocolCall) => Promise<void>,
  ) => void
  served: Endpoint[]
}

/** Written like an endpoint, without input and output. */
export type ProtocolOperation = {
  method: Endpoint['method'] | 'HEAD'
  path: string
  by: Exclude<Caller, 'anyone'>
  /** The media type of a body, which the handler reads. */
  consumes?: string
  refusals: readonly RefusalCode[]
}
export type ProtocolCall = { user: SessionUser; request: FastifyRequest; reply: FastifyReply }

export type Respond = (call: {
  request: FastifyRequest
  reply: FastifyReply
  /** The path of the endpoint: a request's URL may write it in other ways. */
  path: string
  /** The parsed query. */
  query: object
  /** Calls the handler; returns the output for an input. */
  produce: (input: unknown) => Promise<unknown>
}) => Promise<unknown>

type UploadCall<By extends Caller, Input extends z.ZodType> = Omit<Call<By, never>, 'input'> & {
  receive: <Received>(use: UseForm<Input, Received>) => Promise<Received>
  /** Instead of it, for an endpoint that declares `several` files. */
  receiveAll: <Received>(use: UseFiles<Input, Received>) => Promise<Received>
}

type ServeOptions = {
  sessions: Pick<Sessions, 'find'>
  refuseForeignOrigin: RefuseForeignOrigin
  /** Makes a refusal that its endpoint does not declare an unexpected error; otherwise it is sent and logged. */
  failOnUndeclaredRefusals: boolean
}

export function serveOn(app: FastifyInstance, options: ServeOptions): Serving {
  const { served, add, route, callerOf } = openRoutes(app, options)
  return {
    served,
    serve(endpoint, handle) {
      route(endpoint, async (request, reply) => {
        const input = parseInput(endpoint.input, inputOf(endpoint, request))
        const user = callerOf<typeof endpoint.by>(request)
        return endpoint.output.parse(await handle({ input, user, request, reply }))
      })
    },
    serveBytes(endpoint, handle) {
      route(endpoint, async (request, reply) => {
        const input = parseInput(endpoint.input, inputOf(endpoint, request))
        await handle({ input, user: callerOf<typeof endpoint.by>(request), request, reply })
        return reply
      })
    },
    serveShared(endpoint, respond, handle) {
      const produce = async (input: unknown) =>
        endpoint.output.parse(await handle(parseInput(endpoint.input, input)))
      const { path } = endpoint
      const handler = (request: FastifyRequest, reply: FastifyReply) =>
        respond({ request, reply, path, query: asRecord(request.query), produce })
      route(endpoint, handler, { isShared: true })
    },
    serveProtocol(operation, handle) {
      const { consumes } = operation
      if (consumes !== undefined && !app.hasContentTypeParser(consumes)) {
        app.addContentTypeParser(consumes, (_request, _payload, done) => done(null))
      }
      add(operation, async (request, reply) => {
        await handle({ user: callerOf<'user'>(request), request, reply })
        return reply
      })
    },
    serveUpload(endpoint, handle) {
      route(endpoint, async (request, reply) => {
        const user = callerOf<typeof endpoint.by>(request)
        type Receiving = UploadCall<never, typeof endpoint.input>
        const sent: SentForm = { fields: {} }
        const receive: Receiving['receive'] = (use) =>
          receiveForm(request, formOf(endpoint), (input, file) => {
            sent.fields = { ...asRecord(input) }
            return use(input, file)
          })
        const receiveAll: Receiving['receiveAll'] = (use) =>
          receiveFiles(request, formOf(endpoint), use)
        return orFormPage({ endpoint, request, reply, sent }, async () =>
          endpoint.output.parse(await handle({ user, request, reply, receive, receiveAll })),
        )
      })
    },
  }
}

/** The part that all endpoints share: who may call, and which refusals may be sent. */
function openRoutes(app: FastifyInstance, options: ServeOptions) {
  const served: Endpoint[] = []
  const callers = new WeakMap<FastifyRequest, SessionUser | null>()

  async function admit(endpoint: Served, request: FastifyRequest): Promise<SessionUser | null> {
    if (endpoint.method !== 'GET') options.refuseForeignOrigin(request)
    const user = await options.sessions.find(request)
    if (!mayCall(endpoint.by, user?.role ?? null)) {
      throw new Refusal(user ? 'not_allowed' : (endpoint.loginRefusal ?? 'login_required'))
    }
    if (endpoint.by !== 'anyone' && user?.banned && !endpoint.isOpenToBanned)
      throw new Refusal('banned')
    if (user?.role === 'admin' && isForAdmins(endpoint.by) && !user.mayAdminister) {
      throw new Refusal('two_factor_required')
    }
    return user
  }

  function callerOf<By extends Caller>(request: FastifyRequest): UserOf<By> {
    // `admit` lets requests without a user through only for 'anyone'.
    return (callers.get(request) ?? null) as UserOf<By>
  }

  function route(endpoint: Endpoint, handler: Handler, shared?: { isShared: boolean }) {
    served.push(endpoint)
    add(endpoint, handler, shared)
  }

  function add(endpoint: Served, handler: Handler, { isShared = false } = {}) {
    app.route({
      method: endpoint.method,
      url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      // Before the body is read: no body is parsed for a caller without permission.
      ...(isShared
        ? {}
        : {
            onRequest: (request, reply) =>
              orLogin({ endpoint, request, reply }, async () => {
                callers.set(request, await admit(endpoint, request))
              }),
          }),
      handler: async (request, reply) => {
        reply.header('cache-control', 'no-store')
        const respond = () => handler(request, reply)
        const response = isPublicRead(endpoint) ? onRequestClock(respond) : respond()
        return response.catch((error: unknown) => {
          const message = undeclaredRefusal(endpoint, error)
          if (message === null) throw error
          if (options.failOnUndeclaredRefusals) throw new Error(message, { cause: error })
          request.log.error({ err: error }, message)
          throw error
        })
      },
    })
  }

  return { served, add, route, callerOf }
}

type Opened = { endpoint: Served; request: FastifyRequest; reply: FastifyReply }

/**
 * For somebody who opens an address in a browser, such as a stored one, the log-in page instead of the refusal. A link
 * with `download` has the destination `empty`: its file would become the log-in page, so it gets the refusal.
 */
async function orLogin({ endpoint, request, reply }: Opened, admit: () => Promise<void>) {
  try {
    return await admit()
  } catch (error) {
    const page = endpoint.pageAfterLogin
    const isRefused = error instanceof Refusal && error.code === 'login_required'
    const { 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = request.headers
    const isOpened = mode === 'navigate' && destination === 'document'
    if (!page || !isRefused || !isOpened) throw error
    return reply.header('cache-control', 'no-store').redirect(loginPath({ redirectTo: page }))
  }
}

/** What was read of a form before its file. */
type SentForm = { fields: Record<string, unknown> }

type Sent = { endpoint: Endpoint; request: FastifyRequest; reply: FastifyReply; sent: SentForm }

/** For a form that a browser has sent by itself, its page instead of JSON. */
async function orFormPage<Output>(
  { endpoint, request, reply, sent }: Sent,
  respond: () => Promise<Output>,
): Promise<Output | FastifyReply> {
  const { formPage } = endpoint
  if (formPage === null || !request.headers.accept?.includes('text/html')) return respond()
  const params = asRecord(request.params)
  const page = formPage.replaceAll(/:(\w+)/g, (_all, name: string) =>
    encodeURIComponent(String(Object(params)[name])),
  )
  try {
    await respond()
    return reply.redirect(page, 303)
  } catch (error) {
    if (!(error instanceof Refusal) || undeclaredRefusal(endpoint, error) !== null) throw error
    // The browser scrolls to the form, which is refused at its file.
    const field = endpoint.file === null ? '' : `#${endpoint.file.field}`
    const typed = Object.entries(sent.fields).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && !(entry[0] in params),
    )
    const query = { refused: error.code, ...Object.fromEntries(typed) }
    return reply.redirect(withQuery(page, query) + field, 303)
  }
}

const isPublicRead = ({ method, by }: Served) => method === 'GET' && by === 'anyone'

type Served = Pick<Endpoint, 'path' | 'by' | 'refusals'> &
  Partial<Pick<Endpoint, 'loginRefusal' | 'isOpenToBanned' | 'pageAfterLogin'>> & {
    method: ProtocolOperation['method']
  }
type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** The API's document and the types of the clients list the declared codes only. */
function undeclaredRefusal(endpoint: Served, error: unknown): string | null {
  if (!(error instanceof Refusal) || refusalsOf(endpoint).includes(error.code)) return null
  return `${endpoint.method} ${endpoint.path} does not declare its refusal ${error.code}`
}

function formOf<Input extends z.ZodType>({
  route,
  input,
  file,
}: Pick<Endpoint<Route, Caller, Input>, 'route' | 'input' | 'file'>) {
  if (file === null) throw new Error(`${route} declares no file.`)
  return { input, file }
}

/** Path parameters override query and body fields of the same name. */
function inputOf({ inputIn }: Endpoint, request: FastifyRequest): unknown {
  const query = inputIn === 'query' ? asRecord(request.query) : {}
  return { ...query, ...asRecord(request.body), ...asRecord(request.params) }
}

function asRecord(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {}
}
