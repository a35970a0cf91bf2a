// Endpoints of the operator.

import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const revalidate = endpoint('POST /api/revalidate', {
  by: 'anyone',
  summary: 'Refreshes a cached page; for operators who hold the secret.',
  // As the specification requires; a body is accepted as well, because it does not appear in a proxy's log.
  inputIn: 'query',
  refusals: ['not_allowed'],
  input: z.object({ path: z.string().max(200), secret: z.string().max(200) }),
  output: z.object({ revalidated: z.int() }),
})
