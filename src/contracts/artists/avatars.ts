// Endpoints of artists' pictures.

import { z } from 'zod'
import {
  avatarFileTypes,
  avatarFormats,
  avatarSizes,
  maxAvatarBytes,
} from '#rules/artists/avatars.ts'
import { endpoint } from '../endpoint.ts'

export const uploadAvatar = endpoint('POST /api/artist/avatar', {
  by: 'artist',
  summary: `Takes a picture of the artist: ${avatarFormats}. Squares are drawn from its pixels; nothing else of the file is kept.`,
  file: {
    field: 'avatar',
    summary: 'The picture.',
    accept: avatarFileTypes,
    maxBytes: maxAvatarBytes,
    refusals: {
      missing: 'avatar_missing',
      notAccepted: 'avatar_not_accepted',
      tooLarge: 'avatar_too_large',
      interrupted: 'upload_interrupted',
    },
  },
  refusals: [
    'avatar_missing',
    'avatar_not_accepted',
    'avatar_too_large',
    'avatar_too_many_pixels',
    'upload_interrupted',
    'too_many_profile_changes',
    'storage_full',
  ],
  input: z.object({}),
  output: z.object({ avatar: z.string() }),
})

export const removeAvatar = endpoint('DELETE /api/artist/avatar', {
  by: 'artist',
  summary: 'Removes the own picture: pages show the first letter of the name.',
  refusals: ['too_many_profile_changes'],
  input: z.object({}),
  output: z.object({}),
})

export const showAvatar = endpoint('GET /public/avatars/{id}/{size}', {
  by: 'anyone',
  summary: `A picture of an artist; \`size\` is its side in pixels: ${avatarSizes.join(', ')}.`,
  produces: 'image/webp',
  refusals: ['not_found'],
  input: z.object({ id: z.uuid(), size: z.coerce.number().pipe(z.literal(avatarSizes)) }),
  output: z.unknown(),
})
