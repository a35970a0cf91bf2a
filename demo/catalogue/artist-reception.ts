// How long the demo's artists have been there, who follows them, and what is written about them.

import type { DemoArtistReception } from './tracks/demo-track.ts'

export const artistReception: Readonly<Record<string, DemoArtistReception>> = {
  'hazel-marsh': {
    onlineDaysAgo: 0,
    joinedDaysAgo: 480,
    followers: 19,
    reviews: [
      {
        author: 'niamh-oc',
        text: 'Her tracks breathe with you. I have sung to six of them now and never once had to chase the guitar.',
        ageDays: 41,
        answer:
          'Thank you, Niamh. I play them the way my grandmother sang, with the pauses left in.',
      },
      {
        author: 'eilidh-alto',
        text: 'Always in a key that an alto can live in. The introductions tell you exactly where to come in.',
        ageDays: 12,
      },
      {
        author: 'sam-open-mic',
        text: 'Sounds like somebody in the room with me. The open mic asked who the guitarist was.',
        ageDays: 3,
        answer: 'Tell them she was at home with the cat. Glad it went well, Sam!',
      },
    ],
  },
  'tom-fairweather': {
    onlineDaysAgo: 1,
    joinedDaysAgo: 365,
    followers: 15,
    reviews: [
      {
        author: 'jonas-k',
        text: 'Steady as a clock, but a friendly one. You can put a whole pub on top of his guitar.',
        ageDays: 25,
      },
      {
        author: 'bobby-tenor',
        text: 'That full line to breathe before each verse has saved me more than once.',
        ageDays: 9,
        answer: 'I need it as much as you do, Bobby.',
      },
    ],
  },
  'clara-winterbourne': {
    onlineDaysAgo: 2,
    joinedDaysAgo: 420,
    followers: 17,
    reviews: [
      {
        author: 'thea-teaches',
        text: 'I give these to my students a week before lessons. They arrive knowing the song.',
        ageDays: 33,
        answer: 'That is exactly what they are for.',
      },
      {
        author: 'wendy-wedding-singer',
        text: 'She waits for the top note. I did not know an accompaniment could be kind.',
        ageDays: 15,
      },
      {
        author: 'kitchen-soprano',
        text: 'Every dynamic is there, so I had to learn to sing quietly at last.',
        ageDays: 6,
      },
      {
        author: 'mia-sings',
        text: 'I recorded over her Ave Maria in one take. The piano left me all the room I needed.',
        ageDays: 4,
        answer: 'One take! Please send it to me, Mia. I would love to hear it.',
      },
    ],
  },
  'mateo-linares': {
    onlineDaysAgo: 5,
    joinedDaysAgo: 625,
    followers: 11,
    reviews: [
      {
        author: 'lena-practises',
        text: 'The guitar answers me. It is the closest thing to a duet that I have alone at home.',
        ageDays: 18,
        answer: 'Then it is a duet. Thank you.',
      },
    ],
  },
  'ewan-macrae': {
    onlineDaysAgo: 16,
    joinedDaysAgo: 370,
    followers: 12,
    reviews: [
      {
        author: 'marcus-bass',
        text: 'At last somebody who records for low voices without making an apology of it.',
        ageDays: 29,
        answer: 'There are more of us than they think.',
      },
      {
        author: 'victor-baritone',
        text: 'Rich sound, simple arrangements, no tricks. More, please.',
        ageDays: 8,
      },
    ],
  },
  'oakroom-sessions': {
    onlineDaysAgo: 0,
    joinedDaysAgo: 720,
    followers: 21,
    reviews: [
      {
        author: 'frank-from-choir',
        text: 'A whole band for the price of a sandwich. Our spring concert had never sounded so full.',
        ageDays: 31,
      },
      {
        author: 'imani-voice',
        text: 'The cajon comes in so softly that you only notice when it stops. Lovely playing.',
        ageDays: 13,
        answer: 'Our drummer has printed this and put it on the fridge.',
      },
    ],
  },
  'bess-and-hollis': {
    onlineDaysAgo: 44,
    joinedDaysAgo: 460,
    followers: 6,
    reviews: [],
  },
  'della-quarterman': {
    onlineDaysAgo: 3,
    joinedDaysAgo: 250,
    followers: 9,
    reviews: [
      {
        author: 'priya-mezzo',
        text: 'Two clear bars, and then she is simply there. I have never felt so safe in a rubato.',
        ageDays: 5,
      },
    ],
  },
}

/** Throws on an artist who is missing in the table: both are part of the source. */
export function receptionOf(artist: string): DemoArtistReception {
  const reception = artistReception[artist]
  if (!reception) throw new Error(`${artist} is missing in artist-reception.ts.`)
  return reception
}

/** Whom the singer of the demo follows. */
export const followedBySinger = ['hazel-marsh', 'clara-winterbourne', 'oakroom-sessions'] as const
