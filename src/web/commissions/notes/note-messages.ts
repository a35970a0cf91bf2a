// The sentences about notes that the browser says by itself.

export const noteMessages = {
  added: 'Your note is on the recording.',
  addFailed: 'Failed to add the note',
  changed: 'Your note is changed.',
  answered: 'Your answer is with the note.',
  changeFailed: 'Failed to change the note',
  withdrawn: 'Your note is taken back.',
  withdrawQuestion: 'Nobody will be able to read it any more.',
  /** Said of the delivery that is heard now. */
  heard: (number: number) => `You hear delivery ${number}`,
} as const
