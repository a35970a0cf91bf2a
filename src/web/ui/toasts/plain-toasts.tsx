// Used when the toaster's code cannot be loaded: shows the latest toast, for the same duration.

import { useEffect, useState } from 'react'
import { connectToastHost, toastDurationMs } from './toast.ts'

export function PlainToasts() {
  const [text, setText] = useState('')
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const disconnect = connectToastHost((message) => {
      setText(message.text)
      clearTimeout(timer)
      timer = setTimeout(() => setText(''), toastDurationMs)
    })
    return () => {
      disconnect()
      clearTimeout(timer)
    }
  }, [])
  return (
    <output className="fixed right-(--gutter) bottom-[calc(var(--bottom-bar-height)+1rem)] z-50">
      {text && <span className="toast">{text}</span>}
    </output>
  )
}
