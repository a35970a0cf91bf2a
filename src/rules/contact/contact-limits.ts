// The fields of the contact form and their limits.

/** Each with the words of the form. */
export const contactSubjectLabels = {
  purchase: 'A purchase or download',
  account: 'My account',
  artist: 'Selling as an artist',
  copyright: 'Copyright: a track that should not be here',
  suspension: 'My suspension',
  objection: 'My objection to a decision',
  other: 'Something else',
} as const

export type ContactSubject = keyof typeof contactSubjectLabels
// The keys of the labels.
export const contactSubjects = Object.keys(contactSubjectLabels) as [
  ContactSubject,
  ...ContactSubject[],
]

/** In characters. */
export const maxContactNameLength = 100
export const maxContactMessageLength = 5000
export const maxContactAnswerLength = 5000

const minuteMs = 60_000
/** The limits of one address, and of one account. */
export const contactLimits = [
  { max: 8, periodMs: 10 * minuteMs },
  { max: 30, periodMs: 24 * 60 * minuteMs },
] as const
