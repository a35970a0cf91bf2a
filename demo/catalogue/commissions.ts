// What the demo's singer has asked artists for: a commission in each status that lasts, and what happened to each.

import { demoAccounts } from './accounts.ts'
import type { DemoCommission, DemoStep } from './tracks/demo-track.ts'

const hazel = demoAccounts.artist.username

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
      at(25, '19:40', 'request'),
      at(24, '10:15', 'accept', 'Gladly. I have not played it in D minor for years.'),
      at(23, '20:05', 'pay'),
      deliver(19, '16:30', 'scarborough-fair-dm'),
      at(18, '21:10', 'approve'),
    ],
  },
  {
    slug: 'cancelled',
    artist: hazel,
    name: 'Greensleeves for two guitars',
    requirements:
      'In E minor, for a wedding in the new year. Could the second guitar come in with the second verse?',
    steps: [
      at(21, '18:20', 'request'),
      at(21, '21:45', 'accept', 'Two of me, then. I shall have to be punctual.'),
      at(20, '08:30', 'pay'),
      at(17, '12:10', 'giveUp', 'I have sprained my left wrist and cannot play this month. Sorry!'),
    ],
  },
  {
    slug: 'disputed',
    artist: hazel,
    name: 'Barbara Allen, all seven verses',
    requirements:
      'In C, with all seven verses and eight bars between the fourth and the fifth, where the bell rings.\n\nMia',
    steps: [
      at(16, '09:50', 'request'),
      at(16, '17:05', 'accept', 'Seven it is.'),
      at(15, '20:40', 'pay'),
      deliver(11, '15:20', 'barbara-allen-c'),
      at(11, '19:30', 'requestChanges', 'I count two verses. May I have all seven?'),
      deliver(8, '11:45', 'barbara-allen-c'),
      at(7, '20:15', 'requestChanges', 'This is the same recording. Seven verses, please.'),
      deliver(2, '16:50', 'barbara-allen-c'),
      at(
        1,
        '09:25',
        'dispute',
        'The same recording for the third time: two verses instead of seven.',
      ),
      at(
        1,
        '13:40',
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
    steps: [at(13, '10:05', 'request'), at(13, '20:30', 'accept'), at(12, '18:15', 'pay')],
  },
  {
    slug: 'transfer-waits',
    artist: 'della-quarterman',
    name: 'Careless Love in C, straight',
    requirements: 'Like your recording in E flat, a third lower and without the swing.',
    track: 'careless-love-eb',
    steps: [
      at(7, '11:30', 'request'),
      at(7, '17:15', 'accept', 'Straight as a church. You will miss the swing.'),
      at(6, '19:50', 'pay'),
    ],
    afterRestriction: [deliver(3, '14:25', 'careless-love-c'), at(2, '20:35', 'approve')],
  },
  {
    slug: 'two-deliveries',
    artist: hazel,
    name: 'The Parting Glass in B minor',
    requirements:
      'Sung last, at the end of a concert. In B minor, and with room to breathe at the end of every second line.',
    track: 'the-parting-glass-am',
    offer: 'Same song in another key',
    steps: [
      at(6, '20:10', 'request'),
      at(6, '22:05', 'accept', 'Lovely. I leave the breath where you would take it.'),
      at(5, '18:45', 'pay'),
      deliver(3, '16:20', 'the-parting-glass-bm'),
      at(
        3,
        '21:30',
        'requestChanges',
        'Beautiful! A little slower, so that the last line can rest.',
      ),
      deliver(1, '17:10', 'the-parting-glass-bm-slower'),
    ],
  },
  {
    slug: 'delivered',
    artist: hazel,
    name: 'Down by the Salley Gardens in F',
    requirements: 'For an audition: one verse, and no repeat at the end, please.',
    steps: [
      at(6, '08:15', 'request'),
      at(5, '12:40', 'accept'),
      at(4, '19:25', 'pay'),
      deliver(1, '15:05', 'down-by-the-salley-gardens-f'),
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
      at(4, '21:20', 'request'),
      at(3, '10:35', 'accept', 'With pleasure. A capo on the third fret, I think.'),
      at(2, '18:55', 'pay'),
    ],
  },
  {
    slug: 'payment-processing',
    artist: hazel,
    name: 'The Water Is Wide in G',
    requirements: 'Two verses, very plain. It is for a funeral, on the ninth of next month.',
    steps: [
      at(2, '09:30', 'request'),
      at(2, '12:50', 'accept', 'I am sorry for your loss. It comes first.'),
      at(1, '08:40', 'paySlowly'),
    ],
  },
  {
    slug: 'declined',
    artist: hazel,
    name: 'Danny Boy with a string quartet',
    requirements: 'In C, with two violins, viola and cello, by Saturday.',
    steps: [
      at(9, '13:10', 'request'),
      at(
        8,
        '09:45',
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
      at(3, '19:15', 'request'),
      at(1, '11:20', 'accept', 'What a lovely thought. I shall let it fade.'),
    ],
  },
  {
    slug: 'to-answer',
    artist: hazel,
    name: 'The Wild Rover in D',
    requirements:
      'Three verses, and a chorus that a whole pub can join. I am an alto: the top note should be a B.',
    steps: [at(1, '18:30', 'request')],
  },
]

/** @param time of that day in UTC; all of yesterday is over */
function at(
  daysAgo: number,
  time: string,
  step: Exclude<DemoStep['step'], 'deliver'>,
  text?: string,
): DemoStep {
  return { daysAgo, time, step, ...(text === undefined ? {} : { text }) }
}

/** @param recording its name in recordings.ts */
function deliver(daysAgo: number, time: string, recording: string): DemoStep {
  return { daysAgo, time, step: 'deliver', recording }
}
