// Examples of how an artist plays: sent by the artist, made into a short MP3 by a job.

import { defineProcess, type StatusOf } from '../process.ts'

export const exampleProcess = defineProcess({
  statuses: ['waiting', 'ready', 'refused'],
  start: 'waiting',
  steps: {
    finish: { from: ['waiting'], to: 'ready', by: ['system'] },
    refuse: { from: ['waiting'], to: 'refused', by: ['system'] },
  },
})
export type ExampleStatus = StatusOf<typeof exampleProcess>
