// Endpoints of downloads: the full file for entitled users.

import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const downloadTrack = endpoint('GET /api/proxy/tracks/download/{id}', {
  by: 'user',
  summary: 'The full original file, with Range, to those entitled to it.',
  produces: 'audio/*',
  refusals: ['not_found'],
  input: z.object({ id: z.uuid() }),
  output: z.unknown(),
})
