import { maxFeaturedTracks } from '../tracks/featured-tracks.ts'
import type { RefusalTable } from './refusal-table.ts'

/** What a form says before it sends anything. */
export const reasonBlank = 'Please enter a reason.'
export const noteBlank = 'Please enter a note.'

export const adminErrors = {
  own_ban: { status: 409, message: 'You cannot ban yourself.' },
  admin_ban: {
    status: 409,
    message: 'An admin cannot be banned. The operator has to revoke the role first.',
  },
  too_many_featured: {
    status: 409,
    message: `${maxFeaturedTracks} tracks are featured already. Please end the featuring of one of them first.`,
  },
  track_not_listed: {
    status: 409,
    message: 'Only a listed track can be featured.',
  },
  message_moved: {
    status: 409,
    message: 'Another admin has dealt with this message. Please load the page again.',
  },
} as const satisfies RefusalTable
