import { expect, test } from 'vitest'
import { maxCommissionNameLength } from './commission-limits.ts'
import { originalTuning } from '../listening/tuning.ts'
import { foldedRequirements, requestAgain, requestOfTrack } from './request-texts.ts'

const written = { requirements: 'Slowly, please. ', wishedKey: ' B♭ ', voice: 'Alto' }

test('the wished key and the voice stand below the requirements, each only if it is given', () => {
  expect(foldedRequirements(written)).toBe('Slowly, please.\n\nWished key: B♭\nVoice: Alto')
  expect(foldedRequirements({ ...written, wishedKey: '  ' })).toBe('Slowly, please.\n\nVoice: Alto')
  expect(foldedRequirements({ ...written, voice: '' })).toBe('Slowly, please.\n\nWished key: B♭')
  expect(foldedRequirements({ requirements: 'As it is.\n', wishedKey: '', voice: '' })).toBe(
    'As it is.\n',
  )
})

test('blank requirements stay blank, whatever key and voice are wished for', () => {
  expect(foldedRequirements({ ...written, requirements: ' \n' })).toBe(' \n')
})

const track = {
  id: 't1',
  title: 'Skylark',
  originalArtist: 'Hoagy Carmichael',
  keySignature: 'C',
  tempoBpm: 96.4,
  vocalRange: 'Alto',
}
const link = 'https://example.com/tracks/t1'
const lower = { semitones: -2, tempoPercent: 90 }

test('a request for a new recording begins with song, key, tempo, voice and link of what was heard', () => {
  expect(requestOfTrack(track, lower, link)).toEqual({
    trackId: 't1',
    name: 'Skylark',
    requirements:
      'Please record “Skylark” (Hoagy Carmichael) again, as in your recording.\nTempo: 90% of that recording, about 87 BPM.',
    wishedKey: 'B♭',
    voice: 'Alto',
    guideTrackUrl: link,
  })
  const same = requestOfTrack({ ...track, vocalRange: null }, originalTuning, link)
  expect([same.wishedKey, same.voice]).toEqual(['C', ''])
  expect(same.requirements).toContain('\nTempo: about 96 BPM, as in that recording.')
})

test('without a measured tempo or a written key the request says what is known', () => {
  const unmeasured = { ...track, tempoBpm: null, keySignature: null }
  const heard = requestOfTrack(unmeasured, lower, link)
  expect(heard.requirements).toMatch(/recording\.\nTempo: 90% of that recording\.$/)
  expect(heard.wishedKey).toBe('2 semitones lower')
  expect(requestOfTrack(unmeasured, { ...lower, semitones: 1 }, link).wishedKey).toBe(
    '1 semitone higher',
  )
  const asItIs = requestOfTrack(unmeasured, originalTuning, link)
  expect([asItIs.wishedKey, asItIs.requirements.includes('Tempo')]).toEqual(['', false])
  expect(requestOfTrack({ ...track, keySignature: 'open D' }, originalTuning, link).wishedKey).toBe(
    'open D',
  )
})

test('the title of a track is cut to the longest name of a commission, between whole letters', () => {
  const named = (title: string) => requestOfTrack({ ...track, title }, originalTuning, link).name
  expect(named('a'.repeat(maxCommissionNameLength + 1))).toBe('a'.repeat(maxCommissionNameLength))
  const notes = '🎵'.repeat(maxCommissionNameLength)
  expect(named(`a${notes}`)).toBe(`a${'🎵'.repeat(maxCommissionNameLength / 2 - 1)}`)
})

test('the same can be requested again', () => {
  const earlier = { name: 'Skylark', requirements: 'Slowly.\n\nVoice: Alto' }
  const bare = {
    guideTrackUrl: null,
    singerRequestedGuideTrack: false,
    trackId: null,
    offerId: null,
  }
  expect(requestAgain({ ...earlier, ...bare })).toEqual({
    ...earlier,
    guideTrackUrl: '',
    singerRequestedGuideTrack: '',
    trackId: '',
    offerId: '',
  })
  expect(
    requestAgain({
      ...earlier,
      guideTrackUrl: link,
      singerRequestedGuideTrack: true,
      trackId: 't1',
      offerId: 'o1',
    }),
  ).toEqual({
    ...earlier,
    guideTrackUrl: link,
    singerRequestedGuideTrack: 'on',
    trackId: 't1',
    offerId: 'o1',
  })
})
