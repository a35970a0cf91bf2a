// The endpoint of what the platform keeps of artists' sales.

import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { pageOf } from '../lists.ts'
import { adminPageField } from './audit-log.ts'

const marginSchema = z.object({
  artist: z.object({ id: z.string(), name: z.string() }),
  /** The number of sales of the last three months. */
  sales: z.int(),
  /** Platform and processing fees. */
  feePence: z.int(),
  cardFeePence: z.int(),
  accountFeePence: z.int(),
  /** The fees less what the provider has taken: below zero if the sales lose money. */
  keptPence: z.int(),
})
export type ArtistMargin = z.infer<typeof marginSchema>

export const listArtistMargins = endpoint('GET /api/proxy/admin/margins', {
  by: 'admin',
  summary:
    'A page of what the platform keeps of each artist’s sales of three months, the least first.',
  input: z.object({ page: adminPageField }),
  output: pageOf({ margins: z.array(marginSchema), total: z.int(), losing: z.int() }),
})
