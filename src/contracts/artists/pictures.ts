// Endpoints of what is drawn of an artist.

import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

export const drawPortrait = endpoint('GET /public/users/{id}/portrait.svg', {
  by: 'anyone',
  summary:
    'The portrait drawn for a user without a picture, without the letter of the name. It follows from the id alone, so every id has one.',
  produces: 'image/svg+xml',
  input: z.object({ id: z.guid() }),
  output: z.unknown(),
})

export const drawArtistSharePicture = endpoint('GET /public/users/{id}/share.png', {
  by: 'anyone',
  summary:
    'What other sites show with a link to the artist: picture, name, instrument and tracks, 1200 × 630.',
  produces: 'image/png',
  refusals: ['not_found'],
  input: z.object({
    id: z.guid(),
    /** The version of the picture: its URL changes with it, so that browsers may store it for a year. */
    v: z.string().max(100).optional(),
  }),
  output: z.unknown(),
})
