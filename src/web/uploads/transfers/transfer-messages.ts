// The messages about an upload transfer.

import type { TransferState } from './upload-transfer.ts'

export const transferMessages = {
  preparing: 'Usually under a minute.',
  empty: 'This file is empty: it has 0 bytes.',
  here: 'Already here: this file is not sent again.',
  fromBeginning: 'This is another file: it is sent from its beginning.',
} as const

const stages = {
  waiting: 'Sent, waiting to be prepared',
  checking: 'Checking the file',
  measuring: 'Measuring loudness',
  making_preview: 'Making the preview',
} as const

/** Changes at every quarter only, so that a screen reader does not interrupt too often. */
export function quarterText({ percent }: { percent: number }): string {
  return `${Math.floor(percent / 25) * 25}% sent`
}

export function stateText(state: TransferState, isSubmitted: boolean): string {
  switch (state.name) {
    case 'checking':
      return 'Beginning to send'
    case 'sending':
      return `Sending: ${state.percent}%${timeLeftText(state.secondsLeft)}`
    case 'waiting':
      return `No connection: sending goes on by itself at ${state.percent}%`
    case 'missing':
      return `${state.percent}% has arrived. Choose the same file again, and sending goes on.`
    case 'arrived':
      return stages.waiting
    case 'preparing':
      return stages[state.stage]
    case 'ready':
      return isSubmitted ? 'Being listed' : 'Ready: only the details are missing'
    case 'listed':
      return 'Listed'
    case 'refused':
      return state.reason
  }
}

/** To stand behind the percentage; '' while it is not known. */
export function timeLeftText(seconds: number | null): string {
  if (seconds === null || seconds === 0) return ''
  if (seconds < 60) return `, about ${seconds} s left`
  return `, about ${Math.ceil(seconds / 60)} min left`
}
