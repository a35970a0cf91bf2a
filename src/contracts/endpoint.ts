// The definition of an HTTP endpoint: declared once in contracts/, served once in server/, called from web/.

import type { z } from 'zod'
import type { Caller } from '#rules/permissions.ts'
import type { RefusalCode } from '#rules/refusal.ts'

export type Method = 'GET' | 'POST' | 'DELETE'
/** The type of a response: JSON, or a file of this media type. */
type ResponseType = 'json' | 'audio/mpeg' | 'audio/*' | 'image/svg+xml' | 'text/event-stream'

export type Route = `${Method} /${string}`

export type Endpoint<
  Wire extends Route = Route,
  By extends Caller = Caller,
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> = {
  route: Wire
  method: Method
  path: string
  by: By
  /** A one-sentence description, shown in the API's document. */
  summary: string
  consumes: 'json' | 'multipart'
  /** Where the input outside the path is sent. A query string is recorded in logs and browser histories. */
  inputIn: 'query' | 'body'
  produces: ResponseType
  /** The endpoint's own refusals; those common to all endpoints, such as a missing login, are not repeated here. */
  refusals: readonly RefusalCode[]
  input: Input
  output: Output
}

type Shape<By extends Caller, Input extends z.ZodType, Output extends z.ZodType> = {
  by: By
  summary: string
  consumes?: 'json' | 'multipart'
  inputIn?: 'query' | 'body'
  produces?: ResponseType
  refusals?: readonly RefusalCode[]
  input: Input
  output: Output
}

/** Path parameters are written `{id}`; they are merged with the query (GET, DELETE) or the body (POST). */
export function endpoint<
  Wire extends Route,
  By extends Caller,
  Input extends z.ZodType,
  Output extends z.ZodType,
>(route: Wire, shape: Shape<By, Input, Output>): Endpoint<Wire, By, Input, Output> {
  const space = route.indexOf(' ')
  const method = methodOf(route)
  return {
    route,
    method,
    path: route.slice(space + 1),
    consumes: 'json',
    produces: 'json',
    inputIn: method === 'POST' ? 'body' : 'query',
    refusals: [],
    ...shape,
  }
}

function methodOf(route: Route): Method {
  if (route.startsWith('GET ')) return 'GET'
  return route.startsWith('POST ') ? 'POST' : 'DELETE'
}

/** All refusals of an endpoint: the common ones and its own. */
export function refusalsOf({ by, method, refusals }: Endpoint): RefusalCode[] {
  const codes: RefusalCode[] = ['bad_host']
  if (method === 'POST') codes.push('payload_too_large')
  if (method !== 'GET') codes.push('foreign_origin')
  if (by !== 'anyone') codes.push('login_required', 'banned')
  if (by === 'artist' || by === 'admin') codes.push('not_allowed')
  return [...new Set<RefusalCode>([...codes, ...refusals, 'unavailable'])]
}
