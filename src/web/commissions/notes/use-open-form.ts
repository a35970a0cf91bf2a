import { useEffect, useRef, useState, type RefObject } from 'react'

/** The form that is open: of a new note, or at one of the notes. There is one at a time. */
export type OpenForm =
  | { form: 'new'; seconds: number }
  | { form: 'edit' | 'answer'; noteId: string }

/** Once it is closed, the focus goes to the button that has opened it, or to the element around all of them. */
export function useOpenForm(element: RefObject<HTMLElement | null>, noteCount: number) {
  const [open, setOpen] = useState<OpenForm | null>(null)
  const before = useRef(open)
  useEffect(() => {
    const closed = open === null ? before.current : null
    before.current = open
    if (closed === null || document.activeElement !== document.body) return
    const opener = closed.form === 'new' ? 'new' : `${closed.form}-${closed.noteId}`
    const button = element.current?.querySelector<HTMLElement>(`[data-opens="${opener}"]`)
    const next = button ?? element.current
    next?.focus()
  }, [open, element])
  useFocusAfterRemoval(element, noteCount)
  return [open, setOpen] as const
}

/** The button that takes a note back is gone with it. */
function useFocusAfterRemoval(element: RefObject<HTMLElement | null>, noteCount: number): void {
  const before = useRef(noteCount)
  useEffect(() => {
    const isRemoved = noteCount < before.current
    before.current = noteCount
    if (isRemoved && document.activeElement === document.body) element.current?.focus()
  }, [noteCount, element])
}
