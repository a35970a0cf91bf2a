// Endpoints by which admins remove what users wrote.

import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { toldFields } from '../reason.ts'

export const removeComment = endpoint('POST /api/proxy/admin/comments/{commentId}/remove', {
  by: 'admin',
  summary: 'Removes a comment; its author is sent the reason, and the audit log has a copy.',
  refusals: ['not_found'],
  input: z.object({ commentId: z.uuid(), ...toldFields }),
  output: z.object({}),
})

export const removeReview = endpoint('POST /api/proxy/admin/reviews/{reviewId}/remove', {
  by: 'admin',
  summary: 'Removes a review; its author is sent the reason, and the audit log has a copy.',
  refusals: ['not_found'],
  input: z.object({ reviewId: z.uuid(), ...toldFields }),
  output: z.object({}),
})
