// One call over the wire: named once here, served once in server/, called from web/.

import type { z } from 'zod'
import type { Caller } from '#rules/permissions.ts'

export type Method = 'GET' | 'POST' | 'DELETE'
export type Line = `${Method} /${string}`

export type Endpoint<
  Wire extends Line = Line,
  By extends Caller = Caller,
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> = {
  line: Wire
  method: Method
  path: string
  by: By
  /** What this call is for, in one sentence: shown in the API's own document. */
  about: string
  takes: 'json' | 'multipart'
  gives: 'json' | 'bytes'
  /** Where the input stands that is not in the path. A query ends in logs and histories. */
  inputIn: 'query' | 'body'
  input: Input
  output: Output
}

type Shape<By extends Caller, Input extends z.ZodType, Output extends z.ZodType> = {
  by: By
  about: string
  takes?: 'json' | 'multipart'
  gives?: 'json' | 'bytes'
  inputIn?: 'query' | 'body'
  input: Input
  output: Output
}

/** Path parameters are written `{id}`; they arrive merged with the query (GET, DELETE) or the body (POST). */
export function endpoint<
  Wire extends Line,
  By extends Caller,
  Input extends z.ZodType,
  Output extends z.ZodType,
>(line: Wire, shape: Shape<By, Input, Output>): Endpoint<Wire, By, Input, Output> {
  const space = line.indexOf(' ')
  const method = methodOf(line)
  return {
    line,
    method,
    path: line.slice(space + 1),
    takes: 'json',
    gives: 'json',
    inputIn: method === 'POST' ? 'body' : 'query',
    ...shape,
  }
}

function methodOf(line: Line): Method {
  if (line.startsWith('GET ')) return 'GET'
  return line.startsWith('POST ') ? 'POST' : 'DELETE'
}
