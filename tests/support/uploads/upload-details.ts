/** What an artist types beside the recording, by the names of the form's fields. */
export const details = {
  title: 'Skye Boat Song',
  originalArtist: 'Traditional',
  description: 'Fingerpicked, with a pause before the last verse.',
  price: '4.99',
  type: 'Backing Track',
  backingTrackType: 'Acoustic Guitar',
  keySignature: 'Am',
  confirmation: 'on',
}
