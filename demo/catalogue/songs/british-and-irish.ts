// The chords of songs from England, Scotland and Ireland, in their common versions.

import type { SongChart } from '../../music/score/music-spec.ts'

export const thePartingGlass: SongChart = {
  meter: '4/4',
  verse:
    'i | bIII | bVI | bVII | i | bIII bVII | i | i | bIII | bVII | i | bVII | i | bVI bVII | i | i',
}

export const scarboroughFair: SongChart = {
  meter: '3/4',
  verse: 'i | i | bVII | i | bIII | i | IV | i | i | bIII | bIII | bVII | i | bVII | bVII | i',
}

export const greensleeves: SongChart = {
  meter: '6/8',
  verse: 'i | bVII | i | V | i | bVII | i V | i',
  chorus: 'bIII | bVII | i | V | bIII | bVII | i V | i',
}

export const dannyBoy: SongChart = {
  meter: '4/4',
  verse: 'I I7 | IV iv | I vi | ii7 V7 | I I7 | IV iv | I V7 | I',
  chorus: 'vi IV | I V7 | vi IV | ii7 V7 | I IV | I vi | ii7 V7 | I',
}

export const salleyGardens: SongChart = {
  meter: '4/4',
  verse:
    'I V | IV I | IV V7 | I | I V | IV I | IV V7 | I | vi | IV I | IV | V7 | I V | IV I | IV V7 | I',
}

export const skyeBoatSong: SongChart = {
  meter: '6/8',
  verse: 'I vi | ii V7 | I IV | I V7 | I vi | ii V7 | I IV | I',
  chorus: 'vi | ii | vi | IV vi | vi | ii | vi | V7',
}

export const waterIsWide: SongChart = {
  meter: '4/4',
  verse: 'I | I | IV | I | I | vi | IV | V7 | iii | iii | vi | ii7 | IV | Vsus4 V7 | I | I',
}

export const auldLangSyne: SongChart = {
  meter: '4/4',
  verse: 'I | V7 | I | IV | I | V7 | IV V7 | I',
  chorus: 'I | V7 | I | IV | I | V7 | ii7 V7 | I',
}

export const lochLomond: SongChart = {
  meter: '4/4',
  verse: 'I | vi | IV | V7 | I vi | IV V7 | ii7 V7 | I',
  chorus: 'I vi | ii7 V7 | I vi | IV V7 | IV I | ii vi | ii7 V7 | I',
}

export const barbaraAllen: SongChart = {
  meter: '3/4',
  verse: 'I | I | V7 | I | I | IV | V7 | V7 | IV | IV | I | vi | I | V7 | I | I',
}

export const aeFondKiss: SongChart = {
  meter: '6/8',
  verse: 'I | IV V7 | I vi | ii V7 | I | IV V7 | I V7 | I',
  chorus: 'vi | IV V7 | I vi | ii V7 | vi | IV V7 | I V7 | I',
}

export const starOfTheCountyDown: SongChart = {
  meter: '3/4',
  verse: 'i | i | bIII | bVII | i | i | bVII | bVII | i | i | bIII | bVII | i | bVII | i | i',
  chorus:
    'bIII | bIII | bVII | bVII | i | i | bVII | bVII | i | i | bIII | bVII | i | bVII | i | i',
}

export const drunkenSailor: SongChart = {
  meter: '4/4',
  verse: 'i | i | bVII | bVII | i | i | bVII | i',
  chorus: 'i | i | bVII | bVII | bIII | bIII | bVII | i',
}
