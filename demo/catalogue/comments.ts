// The listeners' comments on the demo tracks, by slug.

import type { DemoComment } from './tracks/demo-track.ts'

export const comments: Readonly<Record<string, readonly DemoComment[]>> = {
  'the-parting-glass-am': [
    {
      listener: 'niamh-oc',
      text: 'Sang this at my uncle’s wake. The pause before the last line is exactly right.',
      ageDays: 30,
    },
    {
      listener: 'eilidh-alto',
      text: 'Am sits perfectly for an alto, I never have to reach.',
      ageDays: 19,
    },
    {
      listener: 'sam-open-mic',
      text: 'Went down very well on Tuesday. Nobody talked over it, which is a first.',
      ageDays: 6,
    },
    {
      listener: 'dev-sings-late',
      text: 'Could listen to the introduction on its own.',
      ageDays: 2,
    },
  ],
  'danny-boy-eb': [
    {
      listener: 'wendy-wedding-singer',
      text: 'The piano waits for the top note. I was half crying and still got there.',
      ageDays: 17,
    },
    {
      listener: 'thea-teaches',
      text: 'Bought for a student; E flat is just low enough for her to stop being afraid of it.',
      ageDays: 11,
    },
    { listener: 'grace-notes', text: 'Beautifully paced second half.', ageDays: 4 },
  ],
  'house-of-the-rising-sun-am': [
    {
      listener: 'marcus-bass',
      text: 'I take it down an octave and it still works. Great weight in the strum.',
      ageDays: 51,
    },
    {
      listener: 'bobby-tenor',
      text: 'The second verse opens up just when the story gets worse. Lovely.',
      ageDays: 22,
    },
    { listener: 'jonas-k', text: 'Good steady time, easy to phrase over.', ageDays: 8 },
  ],
  'amazing-grace-g': [
    {
      listener: 'frank-from-choir',
      text: 'Used it for our spring concert with twelve of us. Plenty of space for harmony.',
      ageDays: 35,
    },
    {
      listener: 'imani-voice',
      text: 'I hold the long notes for as long as I like and the bass keeps me honest.',
      ageDays: 14,
    },
  ],
  'greensleeves-fm': [
    {
      listener: 'oskar-sings',
      text: 'Finally a Greensleeves that is not in A minor. F minor suits a countertenor very well.',
      ageDays: 60,
    },
    { listener: 'rosa-lunga', text: 'The guitar leaves the melody alone, thank you!', ageDays: 27 },
  ],
  'skye-boat-song-c': [
    {
      listener: 'victor-baritone',
      text: 'Bottom of the verse is right in my boots. Wonderful.',
      ageDays: 7,
    },
    {
      listener: 'anna-hums',
      text: 'My daughter falls asleep to me singing over this.',
      ageDays: 3,
    },
  ],
  'red-river-valley-g': [
    {
      listener: 'harriet-b',
      text: 'We recorded two harmonies over it in one evening. The bass makes it.',
      ageDays: 12,
    },
    { listener: 'yusuf-h', text: 'Quick, but the words still fit. Fun to sing.', ageDays: 5 },
  ],
  'careless-love-eb': [
    {
      listener: 'lena-practises',
      text: 'The answers in the piano taught me where to stop singing.',
      ageDays: 20,
    },
    {
      listener: 'carys-w',
      text: 'Low, slow and swung. My favourite for warming down.',
      ageDays: 9,
    },
  ],
  'scarborough-fair-em': [
    {
      listener: 'priya-mezzo',
      text: 'Comfortable all the way through, and the turn on the bright chord gives me goosebumps.',
      ageDays: 88,
    },
    {
      listener: 'uma-warmups',
      text: 'I use it for breath control: one line, one breath, at this tempo it just works.',
      ageDays: 40,
    },
    {
      listener: 'quiet-quentin',
      text: 'Even picking, no surprises. Good for a shy singer.',
      ageDays: 13,
    },
  ],
  'auld-lang-syne-f': [
    {
      listener: 'kitchen-soprano',
      text: 'A bit low for me but the whole family managed it.',
      ageDays: 310,
    },
    { listener: 'frank-from-choir', text: 'Only one verse, otherwise spot on.', ageDays: 290 },
  ],
  'black-is-the-color-bm': [
    {
      listener: 'imani-voice',
      text: 'So much room. I sang far behind the beat and it held me.',
      ageDays: 9,
    },
    { listener: 'dev-sings-late', text: 'Headphones, lights off.', ageDays: 3 },
  ],
  'poor-wandring-one-ab': [
    {
      listener: 'kitchen-soprano',
      text: 'The tempo is kind: I got through the runs without fainting.',
      ageDays: 44,
    },
    { listener: 'thea-teaches', text: 'Ideal for auditions, clear bar lines.', ageDays: 18 },
  ],
  'scarborough-fair-gm': [
    {
      listener: 'rosa-lunga',
      text: 'The higher key turns it into a different song. It floats.',
      ageDays: 31,
    },
  ],
  'loch-lomond-d': [
    {
      listener: 'marcus-bass',
      text: 'A Loch Lomond for basses! I have waited years.',
      ageDays: 70,
    },
    { listener: 'victor-baritone', text: 'Almost too low for me, but what a sound.', ageDays: 33 },
  ],
  'drunken-sailor-jam-dm': [
    {
      listener: 'sam-open-mic',
      text: 'Seventy-five pence of pure chaos. The pub joined in by the second line.',
      ageDays: 150,
    },
  ],
  'let-me-call-you-sweetheart-gb': [
    {
      listener: 'wendy-wedding-singer',
      text: 'Diamond wedding last Saturday: the couple sang it to each other.',
      ageDays: 52,
    },
  ],
  'amazing-grace-ab': [
    {
      listener: 'grace-notes',
      text: 'High but never shrill. It moves along nicely.',
      ageDays: 120,
    },
  ],
  'shenandoah-b': [
    { listener: 'marcus-bass', text: 'Day one purchase. Low B, here I come.', ageDays: 1 },
  ],
  'when-the-saints-jam-bb': [
    {
      listener: 'jonas-k',
      text: 'Sang one chorus, scatted the other. The swing is real.',
      ageDays: 48,
    },
  ],
  'habanera-dm': [
    {
      listener: 'priya-mezzo',
      text: 'Strict rhythm underneath, so I can be as late as Carmen wants.',
      ageDays: 100,
    },
    { listener: 'rosa-lunga', text: 'A shaker instead of castanets, very charming.', ageDays: 61 },
  ],
  'down-by-the-salley-gardens-g': [
    {
      listener: 'niamh-oc',
      text: 'Simple and unhurried, and you can hear every word you sing.',
      ageDays: 140,
    },
  ],
  'danny-boy-c': [
    {
      listener: 'victor-baritone',
      text: 'My father could never sing the usual key. He sings this one.',
      ageDays: 77,
    },
  ],
  'staendchen-dm': [
    {
      listener: 'bobby-tenor',
      text: 'Helped me find the legato. The bright turn in the third line is a joy to sing into.',
      ageDays: 90,
    },
  ],
  'the-water-is-wide-e': [
    {
      listener: 'eilidh-alto',
      text: 'Long notes over open strings, nothing nicer.',
      ageDays: 200,
    },
  ],
  'swing-low-sweet-chariot-f': [
    {
      listener: 'frank-from-choir',
      text: 'We split call and response between men and women. Works a treat.',
      ageDays: 180,
    },
  ],
  'modern-major-general-db': [
    {
      listener: 'lena-practises',
      text: 'Still cannot say "hypotenuse" in time, but now I know where it goes.',
      ageDays: 80,
    },
  ],
  'ave-maria-schubert-bb': [
    {
      listener: 'kitchen-soprano',
      text: 'Sang all three verses at my sister’s wedding. So even that I forgot it was a recording.',
      ageDays: 210,
    },
    {
      listener: 'wendy-wedding-singer',
      text: 'The first bar of breath before "Ave" is generous. Reliable every time.',
      ageDays: 130,
    },
    {
      listener: 'thea-teaches',
      text: 'My students practise breathing with this one.',
      ageDays: 45,
    },
  ],
  'shenandoah-d': [
    {
      listener: 'harriet-b',
      text: 'It grows so slowly that my last verse is twice the size of the first.',
      ageDays: 95,
    },
  ],
  'wayfaring-stranger-bbm': [
    {
      listener: 'imani-voice',
      text: 'Dark and heavy in the best way. B flat minor lets me use my chest voice throughout.',
      ageDays: 21,
    },
  ],
  'hard-times-come-again-no-more-c': [
    {
      listener: 'anna-hums',
      text: 'Recorded myself three times for the chorus as suggested. I am a choir now.',
      ageDays: 160,
    },
  ],
  'barbara-allen-d': [
    {
      listener: 'quiet-quentin',
      text: 'The whole ballad at last, not two verses and a fade.',
      ageDays: 230,
    },
  ],
  'will-the-circle-be-unbroken-a': [
    {
      listener: 'sam-open-mic',
      text: 'Best twelve pounds I spent on an encore. Everyone sings.',
      ageDays: 300,
    },
  ],
}
