// The chords of songs from North America: spirituals, ballads, parlour songs, early jazz.

import type { SongChart } from '../../music/score/music-spec.ts'

export const amazingGrace: SongChart = {
  meter: '3/4',
  verse: 'I | I | IV | I | I | I | V7 | V7 | I | I7 | IV | I | vi | V7 | I | I',
}

export const wayfaringStranger: SongChart = {
  meter: '4/4',
  verse: 'i | i | iv | i | i | i | iv | V7 | i | i | iv | i | i | iv V7 | i | i',
  chorus: 'bVI | bVI | bIII | bIII | bVI | bVI | iv | V7',
}

export const houseOfTheRisingSun: SongChart = {
  meter: '6/8',
  verse: 'i | bIII | iv | bVI | i | bIII | V7 | V7 | i | bIII | iv | bVI | i | V7 | i | V7',
}

export const blackIsTheColor: SongChart = {
  meter: '4/4',
  verse: 'i | bVII | i | iv i | bIII bVII | i | iv bVII | i',
}

export const shenandoah: SongChart = {
  meter: '4/4',
  verse: 'I | I | IV | I | IV | I | vi | iii | IV | I vi | I V7 | I',
}

export const redRiverValley: SongChart = {
  meter: '4/4',
  verse: 'I | V7 | I | I | I | I | V7 | V7 | I | I7 | IV | IV | V7 | V7 | I | I',
}

export const homeOnTheRange: SongChart = {
  meter: '3/4',
  verse: 'I | I7 | IV | iv | I | I | V7 | V7 | I | I7 | IV | iv | I | V7 | I | I',
  chorus: 'V7 | V7 | I | I | vi | II7 | V7 | V7 | I | I7 | IV | iv | I | V7 | I | I',
}

export const hardTimes: SongChart = {
  meter: '4/4',
  verse: 'I | I | IV | I | I | I | V7 | I | I | I | IV | I | I | V7 | I | I',
  chorus: 'vi | IV I | IV | I V7 | I | IV I | I V7 | I',
}

export const clementine: SongChart = {
  meter: '3/4',
  verse: 'I | I | I | I | I | I | V7 | V7 | IV | IV | I | I | V7 | V7 | I | I',
}

export const circleBeUnbroken: SongChart = {
  meter: '4/4',
  verse: 'I | I7 | IV | I | I | vi | I V7 | I',
  chorus: 'I | I7 | IV | I | I | vi | ii7 V7 | I',
}

export const swingLow: SongChart = {
  meter: '4/4',
  verse: 'I I7 | IV I | I vi | V7 | I I7 | IV I | I V7 | I',
  chorus: 'I | IV I | I vi | V7 | I I7 | IV I | I V7 | I',
}

export const carelessLove: SongChart = {
  meter: '4/4',
  verse: 'I | V7 | I | I | I | VI7 | II7 | V7 | I | I7 | IV | iv | I | V7 | I | I',
}

export const whenTheSaints: SongChart = {
  meter: '4/4',
  verse: 'I | I | I | I | I | VI7 | II7 | V7 | I | I7 | IV | iv | I VI7 | ii7 V7 | I | I',
}

export const letMeCallYouSweetheart: SongChart = {
  meter: '3/4',
  verse: 'I | I7 | IV | I | VI7 | VI7 | II7 | V7 | I | I7 | IV | I | IV iv | I VI7 | II7 V7 | I',
}
