// What the demo's singer has asked artists for: a commission in each status that lasts, and what happened to each.

import { demoAccounts } from './accounts.ts'
import type { DemoCommission, DemoStep } from './demo-track.ts'

const hazel = demoAccounts.artist.username
const day = 24

/** In the order of their payments, so that the numbers of the receipts follow the dates. */
export const demoCommissions: readonly DemoCommission[] = [
  {
    slug: 'completed',
    artist: hazel,
    name: 'Scarborough Fair in D minor',
    requirements:
      'Your recording in E minor is a tone too high for me at the end of an evening. The same in D minor, please, and as slow as you dare.',
    track: 'scarborough-fair-em',
    steps: [
      at(25 * day - 2, 'request'),
      at(24.4 * day, 'accept', 'Gladly. I have not played it in D minor for years.'),
      at(23.8 * day, 'pay'),
      deliver(19.2 * day, 'scarborough-fair-dm'),
      at(18.6 * day, 'approve'),
    ],
  },
  {
    slug: 'cancelled',
    artist: hazel,
    name: 'Greensleeves for two guitars',
    requirements:
      'In E minor, for a wedding in the new year. Could the second guitar come in with the second verse?',
    steps: [
      at(21.5 * day, 'request'),
      at(21.1 * day, 'accept', 'Two of me, then. I shall have to be punctual.'),
      at(20.3 * day, 'pay'),
      at(17.6 * day, 'giveUp', 'I have sprained my left wrist and cannot play this month. Sorry!'),
    ],
  },
  {
    slug: 'disputed',
    artist: hazel,
    name: 'Barbara Allen, all seven verses',
    requirements:
      'In C, with all seven verses and eight bars between the fourth and the fifth, where the bell rings.\n\nMia',
    steps: [
      at(16.8 * day, 'request'),
      at(16.2 * day, 'accept', 'Seven it is.'),
      at(15.4 * day, 'pay'),
      deliver(11.7 * day, 'barbara-allen-c'),
      at(11.2 * day, 'requestChanges', 'I count two verses. May I have all seven?'),
      deliver(8.5 * day, 'barbara-allen-c'),
      at(7.9 * day, 'requestChanges', 'This is the same recording. Seven verses, please.'),
      deliver(2.3 * day, 'barbara-allen-c'),
      at(19.5, 'dispute', 'The same recording for the third time: two verses instead of seven.'),
      at(
        6.2,
        'answerDispute',
        'I have sent the wrong file. All seven are recorded: I can send them.',
      ),
    ],
  },
  {
    slug: 'overdue',
    artist: hazel,
    name: 'Early One Morning, low',
    requirements: 'In A, without an introduction: I come in with the guitar.',
    guideTrackUrl: 'https://example.com/mia/early-one-morning',
    steps: [at(13.6 * day, 'request'), at(13.2 * day, 'accept'), at(12.1 * day, 'pay')],
  },
  {
    slug: 'transfer-waits',
    artist: 'della-quarterman',
    name: 'Careless Love in C, straight',
    requirements: 'Like your recording in E flat, a third lower and without the swing.',
    track: 'careless-love-eb',
    steps: [
      at(7.1 * day, 'request'),
      at(6.8 * day, 'accept', 'Straight as a church. You will miss the swing.'),
      at(6.4 * day, 'pay'),
    ],
    afterRestriction: [deliver(3.2 * day, 'careless-love-c'), at(2.6 * day, 'approve')],
  },
  {
    slug: 'two-deliveries',
    artist: hazel,
    name: 'The Parting Glass in B minor',
    requirements:
      'Sung last, at the end of a concert. In B minor, and with room to breathe at the end of every second line.',
    track: 'the-parting-glass-am',
    steps: [
      at(6.9 * day, 'request'),
      at(6.5 * day, 'accept', 'Lovely. I leave the breath where you would take it.'),
      at(5.9 * day, 'pay'),
      deliver(3.8 * day, 'the-parting-glass-bm'),
      at(
        3.1 * day,
        'requestChanges',
        'Beautiful! A little slower, so that the last line can rest.',
      ),
      deliver(15.4, 'the-parting-glass-bm-slower'),
    ],
  },
  {
    slug: 'delivered',
    artist: hazel,
    name: 'Down by the Salley Gardens in F',
    requirements: 'For an audition: one verse, and no repeat at the end, please.',
    steps: [
      at(6.3 * day, 'request'),
      at(5.8 * day, 'accept'),
      at(5.2 * day, 'pay'),
      deliver(1.3 * day, 'down-by-the-salley-gardens-f'),
    ],
  },
  {
    slug: 'in-progress',
    artist: hazel,
    name: 'The Ash Grove in G',
    requirements:
      'Four verses, a capo where you like it, and a bar of silence before the last one.',
    wantsGuide: true,
    steps: [
      at(4.1 * day, 'request'),
      at(3.4 * day, 'accept', 'With pleasure. A capo on the third fret, I think.'),
      at(2.2 * day, 'pay'),
    ],
  },
  {
    slug: 'declined',
    artist: hazel,
    name: 'Danny Boy with a string quartet',
    requirements: 'In C, with two violins, viola and cello, by Saturday.',
    steps: [
      at(9.2 * day, 'request'),
      at(
        8.8 * day,
        'reject',
        'I am one guitar. Oakroom Sessions would be a happier home for this.',
      ),
    ],
  },
  {
    slug: 'to-pay',
    artist: hazel,
    name: 'Blow the Wind Southerly in E flat',
    requirements: 'Unhurried. I sing it to my daughter, so it may end without an ending.',
    steps: [
      at(3.2 * day, 'request'),
      at(1.1 * day, 'accept', 'What a lovely thought. I shall let it fade.'),
    ],
  },
  {
    slug: 'to-answer',
    artist: hazel,
    name: 'The Wild Rover in D',
    requirements:
      'Three verses, and a chorus that a whole pub can join. I am an alto: the top note should be a B.',
    steps: [at(20.6, 'request')],
  },
]

function at(hoursAgo: number, step: Exclude<DemoStep['step'], 'deliver'>, text?: string): DemoStep {
  return { hoursAgo, step, ...(text === undefined ? {} : { text }) }
}

/** @param recording its name in recordings.ts */
function deliver(hoursAgo: number, recording: string): DemoStep {
  return { hoursAgo, step: 'deliver', recording }
}
