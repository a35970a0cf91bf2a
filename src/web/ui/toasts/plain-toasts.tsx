// Used when the toaster's code cannot be loaded: shows the latest toast, for the same duration.

import { useEffect, useState } from 'react'
import { connectToastHost } from './toast.ts'
import { useToastTimers } from './use-toast-timers.ts'

export function PlainToasts() {
  const [text, setText] = useState('')
  const { start, cancel, areaProps } = useToastTimers()
  useEffect(
    () =>
      connectToastHost((message) => {
        setText(message.text)
        cancel('latest')
        start('latest', () => setText(''))
      }),
    [start, cancel],
  )
  return (
    <div {...areaProps}>
      <output className="plain-toast">{text && <span className="toast">{text}</span>}</output>
    </div>
  )
}
