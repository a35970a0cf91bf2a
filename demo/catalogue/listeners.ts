// The listeners who rated, commented and bought.

import type { DemoListener } from './tracks/demo-track.ts'

const usernames = [
  'anna-hums',
  'bobby-tenor',
  'carys-w',
  'dev-sings-late',
  'eilidh-alto',
  'frank-from-choir',
  'grace-notes',
  'harriet-b',
  'imani-voice',
  'jonas-k',
  'kitchen-soprano',
  'lena-practises',
  'marcus-bass',
  'niamh-oc',
  'oskar-sings',
  'priya-mezzo',
  'quiet-quentin',
  'rosa-lunga',
  'sam-open-mic',
  'thea-teaches',
  'uma-warmups',
  'victor-baritone',
  'wendy-wedding-singer',
  'yusuf-h',
]

/** In a fixed order, in which each track's ratings are listed. */
export const demoListeners: readonly DemoListener[] = usernames.map((username, place) => ({
  username,
  email: `${username}@example.com`,
  // One after the other, the last of them before the oldest comment.
  joinedDaysAgo: 690 - place * 14,
}))
