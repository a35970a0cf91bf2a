// The chords of art songs, operetta and the music hall, simplified for accompaniment.

import type { SongChart } from '../../music/score/music-spec.ts'

export const aveMaria: SongChart = {
  meter: '4/4',
  verse:
    'I | I vi | ii7 V7 | I | vi | III7 | vi | II7 V7 | I | IV ii | V7 | iii vi | ii7 | V7 | I | I',
}

export const staendchen: SongChart = {
  meter: '3/4',
  verse: 'i | ii° | V7 | i | i | ii° | V7 | i | bIII | bVI | bVII7 | bIII | iv | i | V7 | i',
}

export const apresUnReve: SongChart = {
  meter: '3/4',
  verse:
    'i | iv7 | bVII7 | bIIImaj7 | bVImaj7 | ii° | V7 | i | i | iv7 | bVII7 | bIIImaj7 | bVImaj7 | iv | V7 | i',
}

export const plaisirDamour: SongChart = {
  meter: '6/8',
  verse: 'I V7 | I | IV I | V7 | IV V7 | I vi | ii V7 | I',
  chorus: 'vi iii | IV I | ii | V7 | I V7 | I IV | I V7 | I',
}

export const habanera: SongChart = {
  meter: '4/4',
  verse: 'i | i | V7 | i | iv | i | V7 | i',
  chorus: 'bVI | bIII | iv | i | iv | i | V7 | i',
}

export const poorWandringOne: SongChart = {
  meter: '3/4',
  verse: 'I | I | V7 | V7 | V7 | V7 | I | I | I | I7 | IV | ii | I | V7 | I | I',
}

export const majorGeneral: SongChart = {
  meter: '4/4',
  verse: 'I | I | V7 | I | I | II7 | V7 | V7',
  chorus: 'I | V7 | I | V7 | vi | II7 V7 | I V7 | I',
}

export const daisyBell: SongChart = {
  meter: '3/4',
  verse: 'I | I | IV | I | V7 | I | II7 | V7 | V7 | I | V7 | I | IV | I | V7 | I',
}
