// What the demo's users have done lately: bought, reported, written to the site.

import type { DemoFlag, DemoMessage, DemoPurchase } from './tracks/demo-track.ts'

/** Of tracks on the first page of the catalogue, which exist before all others. */
export const demoPurchases: readonly DemoPurchase[] = [
  { customer: 'mia-sings', tracks: ['the-parting-glass-am', 'skye-boat-song-c'] },
  { customer: 'niamh-oc', tracks: ['scarborough-fair-em'] },
  { customer: 'wendy-wedding-singer', tracks: ['danny-boy-eb'] },
]

/** In the admin's queue: one that nobody has looked at, and one that is being looked into. */
export const demoFlags: readonly DemoFlag[] = [
  {
    track: 'careless-love-eb',
    reporter: 'victor-baritone',
    type: 'copyright',
    reason:
      'The second verse follows the arrangement that I published with my quartet in 2019, down to the passing chords. I can send the printed pages.',
    ageDays: 1,
  },
  {
    track: 'amazing-grace-g',
    reporter: 'frank-from-choir',
    type: 'other',
    reason:
      'The description says full band, but I hear one guitar and a shaker. Perhaps the wrong file was uploaded?',
    ageDays: 4,
    review: { note: 'Listening to the recording beside its description.' },
  },
]

/** To the admins, unanswered. */
export const demoMessages: readonly DemoMessage[] = [
  {
    sender: 'wendy-wedding-singer',
    name: 'Wendy Ashcombe',
    subject: 'purchase',
    message:
      'I bought Danny Boy for a service on Saturday and the organist would like to read along. Is there a printed receipt that names the key?',
    ageDays: 1,
  },
  {
    sender: null,
    name: 'Rufus Calloway',
    email: 'rufus.calloway@example.com',
    subject: 'artist',
    message:
      'I play the concertina and have about twenty sea songs recorded at home. Do you take instruments beside guitar and piano?\n\nAll of them are traditional.',
    ageDays: 3,
  },
]
