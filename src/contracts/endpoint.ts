// The definition of an HTTP endpoint: declared once in contracts/, served once in server/, called from web/.

import type { z } from 'zod'
import { isForAdmins, isOpenToAll, type Caller } from '#rules/permissions.ts'
import type { RefusalCode } from '#rules/errors/refusal.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type Method = (typeof methods)[number]
const methodsWithBody: ReadonlySet<Method> = new Set(['POST', 'PUT', 'PATCH'])

/** The type of a response: JSON, a redirect, or a file of this media type. */
type ResponseType =
  | 'json'
  | 'redirect'
  | 'application/octet-stream'
  | 'audio/mpeg'
  | 'audio/*'
  | 'application/zip'
  | 'image/svg+xml'
  | 'image/png'
  | 'image/webp'
  | 'text/event-stream'
  /** Where there are several kinds, the response names its own. */
  | '*/*'
  | 'text/csv'

export type Route = `${Method} /${string}`

/** A file in a multipart form: the last part of the form, or several of them, after the fields of the input. */
export type FilePart<Code extends RefusalCode = RefusalCode, Field extends string = string> = {
  field: Field
  /** A one-sentence description, shown in the API's document. */
  summary: string
  /** Media types and file name endings, as in HTML: 'audio/*', '.wav'. The server detects the type by content. */
  accept: readonly string[]
  maxBytes: number
  /**
   * For a form with any number of files up to `most`, all in the same field: without a file its fields may also be sent
   * as JSON. Left out where there is exactly one file.
   */
  several?: { max: number }
  refusals: { missing: Code; notAccepted: Code; tooLarge: Code; interrupted: Code }
}

export type Endpoint<
  Wire extends Route = Route,
  By extends Caller = Caller,
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Code extends RefusalCode = RefusalCode,
  FileField extends string = string,
> = {
  route: Wire
  method: Method
  path: string
  by: By
  /** A one-sentence description, shown in the API's document. */
  summary: string
  /** With a file, the request is a multipart form, otherwise JSON. */
  file: FilePart<RefusalCode, FileField> | null
  /** Where the input outside the path is sent. A query string is recorded in logs and browser histories. */
  inputIn: 'query' | 'body'
  produces: ResponseType
  /** The endpoint's own refusals; those common to all endpoints, such as a missing login, are not repeated here. */
  refusals: readonly Code[]
  /** Sent to a caller without a login instead of 'login_required'. */
  loginRefusal: LoginRefusal | null
  /** For the rights that a suspension does not end: what was bought, the own data, and leaving. */
  isOpenToBanned: boolean
  /** The page after the log-in to which a browser is sent that opens the address without a session; null: the refusal. */
  pageAfterLogin: string | null
  /**
   * For a file that a page's form sends without a script: a browser gets this page next, with the parameters of the path, and
   * with the code of a refusal as `refused` and what the other fields had, at the field of the file. These are choices: what
   * somebody has written does not belong into an address.
   */
  formPage: string | null
  input: Input
  output: Output
}

type LoginRefusal = 'rating_login_required' | 'comment_login_required' | 'flag_login_required'

type Shape<
  By extends Caller,
  Input extends z.ZodType,
  Output extends z.ZodType,
  Code extends RefusalCode,
  FileField extends string,
> = {
  by: By
  summary: string
  file?: FilePart<NoInfer<Code>, FileField>
  inputIn?: 'query' | 'body'
  produces?: ResponseType
  refusals?: readonly Code[]
  loginRefusal?: LoginRefusal
  isOpenToBanned?: true
  pageAfterLogin?: string
  formPage?: string
  input: Input
  output: Output
}

/** Path parameters are written `{id}`; they are merged with the query (GET, DELETE) or the body (POST, PUT, PATCH). */
export function endpoint<
  Wire extends Route,
  const By extends Caller,
  Input extends z.ZodType,
  Output extends z.ZodType,
  Code extends RefusalCode = never,
  FileField extends string = never,
>(
  route: Wire,
  shape: Shape<By, Input, Output, Code, FileField>,
): Endpoint<Wire, By, Input, Output, Code, FileField> {
  const [method, path] = routeParts(route)
  return {
    route,
    method,
    path,
    file: null,
    produces: 'json',
    inputIn: hasBody(method) ? 'body' : 'query',
    refusals: [],
    loginRefusal: null,
    isOpenToBanned: false,
    pageAfterLogin: null,
    formPage: null,
    ...shape,
  }
}

/** The method and the path of a route. */
export function routeParts(route: Route): [Method, string] {
  const space = route.indexOf(' ')
  const method = methods.find((known) => known === route.slice(0, space))
  if (method === undefined) throw new Error(`${route} has no known method.`)
  return [method, route.slice(space + 1)]
}

export function hasBody(method: Method): boolean {
  return methodsWithBody.has(method)
}

/** The refusals that need not be declared: the server gives them before the endpoint's handler, or instead of it. */
export type CommonRefusal =
  | 'bad_host'
  | 'payload_too_large'
  | 'foreign_origin'
  | 'login_required'
  | LoginRefusal
  | 'banned'
  | 'not_allowed'
  | 'two_factor_required'
  | 'unavailable'

/** All refusals of an endpoint: the common ones and its own. */
export function refusalsOf<Code extends RefusalCode>({
  by,
  method,
  refusals,
  loginRefusal,
  isOpenToBanned = false,
}: Pick<Endpoint, 'by'> & {
  isOpenToBanned?: boolean
  method: Method | 'HEAD'
  loginRefusal?: Endpoint['loginRefusal']
  refusals: readonly Code[]
}): (Code | CommonRefusal)[] {
  const codes: CommonRefusal[] = ['bad_host']
  if (method !== 'HEAD' && hasBody(method)) codes.push('payload_too_large')
  if (method !== 'GET') codes.push('foreign_origin')
  if (by !== 'anyone') codes.push(loginRefusal ?? 'login_required')
  if (by !== 'anyone' && !isOpenToBanned) codes.push('banned')
  if (!isOpenToAll(by)) codes.push('not_allowed')
  if (isForAdmins(by)) codes.push('two_factor_required')
  return [...new Set<Code | CommonRefusal>([...codes, ...refusals, 'unavailable'])]
}

/** Sent by the server itself: an unreadable request, fields that violate the contract, an unexpected error. */
export type GeneralErrorCode = 'bad_request' | 'invalid_input' | 'fault'
