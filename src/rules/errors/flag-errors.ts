import type { RefusalTable } from './refusal-table.ts'

/** What a form says before it sends anything. */
export const flagReasonBlank = 'Please say what is wrong with this track.'
export const wordsFlagReasonBlank = 'Please say what is wrong with it.'
export const claimBlank = 'Please say what was claimed.'
export const counterNoticeBlank = 'Please say why it should be shown.'

export const flagErrors = {
  flag_login_required: {
    status: 401,
    message: 'Not logged in. Please create an account, or flag via contact form.',
  },
  own_flag: {
    status: 403,
    message: 'This is your own track. You can change or withdraw it in your dashboard.',
  },
  already_flagged: {
    status: 409,
    message: 'You have already flagged this track. We are looking at it.',
  },
  own_words_flag: {
    status: 403,
    message: 'These are your own words. Only what others have written can be reported.',
  },
  words_already_flagged: {
    status: 409,
    message: 'You have already reported this. We are looking at it.',
  },
  too_many_flags: {
    status: 429,
    message: 'These are many flags at once. Please wait a little before the next one.',
  },
  words_removed: {
    status: 409,
    message: 'We have removed this after a report. You can answer that in your removed words.',
  },
  words_deleted: {
    status: 409,
    message: 'It has been deleted meanwhile, so it cannot be shown again.',
  },
  flag_moved: {
    status: 409,
    message: 'This flag has been decided meanwhile. Look at it again.',
  },
} as const satisfies RefusalTable
