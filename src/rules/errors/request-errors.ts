import type { RefusalTable } from './refusal-table.ts'

export const requestErrors = {
  not_found: { status: 404, message: 'Not found' },
  login_required: { status: 401, message: 'Please log in first.' },
  not_allowed: { status: 403, message: 'You may not do that.' },
  bad_request: { status: 400, message: 'This request cannot be understood.' },
  bad_host: { status: 400, message: 'This request names no host.' },
  foreign_origin: { status: 403, message: 'This request came from another site.' },
  unavailable: {
    status: 503,
    message: 'Undersong cannot be reached right now. Please try again in a moment.',
  },
  too_many_requests: {
    status: 429,
    message: 'Too many attempts. Please wait a minute and try again.',
  },
  payload_too_large: { status: 413, message: 'That is too large.' },
} as const satisfies RefusalTable
