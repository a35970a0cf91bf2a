// The catalogue of refusals, the expected errors: each with its HTTP status and its message for the user.

import { largestCart } from './cart-limits.ts'

const refusals = {
  not_found: { status: 404, message: 'Not found' },
  login_required: { status: 401, message: 'Please log in first.' },
  not_allowed: { status: 403, message: 'You may not do that.' },
  bad_request: { status: 400, message: 'This request cannot be understood.' },
  bad_host: { status: 400, message: 'This request names no host.' },
  foreign_origin: { status: 403, message: 'This request came from another site.' },
  banned: { status: 403, message: 'You are banned from accessing this content!' },
  unavailable: {
    status: 503,
    message: 'Undersong cannot be reached right now. Please try again in a moment.',
  },
  too_many_requests: {
    status: 429,
    message: 'Too many attempts. Please wait a minute and try again.',
  },
  too_many_logins: {
    status: 429,
    message: 'Too many attempts to log in to this account. Please try again in 15 minutes.',
  },
  payload_too_large: { status: 413, message: 'That is too large.' },

  wrong_login: { status: 401, message: 'The email or password is incorrect.' },
  email_taken: { status: 409, message: 'This email already has an account. Log in instead.' },
  username_taken: { status: 409, message: 'This username is taken. Please choose another.' },
  password_common: {
    status: 400,
    message: 'This password is one of the first that are guessed. Please choose another.',
  },
  not_a_customer: { status: 409, message: 'This account cannot be upgraded.' },

  purchase_login_required: { status: 401, message: 'Please login or register to purchase tracks' },
  track_already_in_cart: { status: 409, message: 'Track is already in cart' },
  track_owned: { status: 409, message: 'You already own this track. It is in My Tracks.' },
  own_track: { status: 409, message: 'This is your own track.' },
  track_not_for_sale: { status: 409, message: 'This track is not for sale any more.' },
  cart_full: { status: 409, message: `The cart holds ${largestCart} tracks at most.` },
  cart_empty: { status: 409, message: 'Your cart is empty.' },
  cart_changed: { status: 409, message: 'Your cart has changed. Please check it and try again.' },
  below_smallest_charge: {
    status: 409,
    message: 'Card payments start at £0.30. Add another track.',
  },
  above_largest_charge: {
    status: 409,
    message: 'One card payment goes up to £999,999.99. Please buy in two steps.',
  },
  checkout_unavailable: { status: 502, message: 'Failed to create checkout session' },

  payment_setup_needed: {
    status: 403,
    message:
      'Complete your Stripe account setup to enable track uploads. Check your Artist Dashboard for required steps.',
  },
  payment_setup_not_open: {
    status: 503,
    message:
      'Undersong cannot take on artists to be paid just yet. It is not your doing: please try again tomorrow.',
  },
  payment_setup_email: {
    status: 409,
    message:
      'The card provider does not accept the email address of your account, so it cannot pay you.',
  },
  payment_setup_unavailable: {
    status: 502,
    message: 'The card provider is not answering right now. Please try again in a minute.',
  },

  event_not_genuine: { status: 400, message: 'The signature does not match.' },
  event_of_other_mode: { status: 400, message: 'The event is not of this mode.' },

  upload_file_missing: { status: 400, message: 'Please select a file to upload' },
  upload_too_large: { status: 413, message: 'The file is larger than 250 MB.' },
  too_many_uploads: {
    status: 409,
    message: 'Three of your uploads are under way. Please wait until one of them is done.',
  },
  upload_interrupted: { status: 400, message: 'Upload failed. Please try again.' },
  storage_full: {
    status: 507,
    message: 'There is no room to store the file right now. Please try again later.',
  },
  audio_not_recognised: {
    status: 415,
    message: 'This is not an audio file we can read. Please use WAV, FLAC, AIFF, MP3, OGG or M4A.',
  },
  audio_broken: {
    status: 422,
    message: 'The audio in this file is damaged and cannot be played to its end.',
  },
  audio_too_short: { status: 422, message: 'The recording is shorter than 5 seconds.' },
  audio_too_long: { status: 422, message: 'The recording is longer than 20 minutes.' },
  audio_silent: { status: 422, message: 'The recording is silent.' },
  audio_sample_rate: { status: 422, message: 'The sample rate must be between 8 and 192 kHz.' },
  audio_channels: { status: 422, message: 'The recording must be mono or stereo.' },
  audio_took_too_long: { status: 422, message: 'The file took too long to decode.' },
} as const satisfies Record<string, { status: number; message: string }>

export type RefusalCode = keyof typeof refusals

export function isRefusalCode(code: string): code is RefusalCode {
  return Object.hasOwn(refusals, code)
}

export function refusalStatus(code: RefusalCode): number {
  return refusals[code].status
}

export function refusalMessage(code: RefusalCode): string {
  return refusals[code].message
}

/** Shown to the user after an unexpected error. */
export const unexpectedErrorMessage = 'An error occurred.'

/** Shown above a form whose invalid fields have their own messages. */
export const invalidInputMessage = 'Please check the highlighted fields.'

/** An expected error whose message is safe to show. Anything else that is thrown is an unexpected error. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly status: number

  constructor(code: RefusalCode, options?: { cause: unknown }) {
    super(refusals[code].message, options)
    this.code = code
    this.status = refusals[code].status
  }
}
