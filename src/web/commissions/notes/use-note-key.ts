import { useEffect, useEffectEvent, type RefObject } from 'react'

type NoteKey = {
  element: RefObject<HTMLElement | null>
  /** Null while no note can be begun, or the reader wants no key. */
  begin: (() => void) | null
  isPlaying: () => boolean
}

/**
 * The letter N begins a note: anywhere on the page while the recording plays, otherwise where the focus is in the element.
 * In a text, and in a dialog or a menu, it is a letter.
 */
export function useNoteKey({ element, begin, isPlaying }: NoteKey): void {
  const react = useEffectEvent((event: KeyboardEvent) => {
    if (begin === null || !isNoteKey(event)) return
    const isInside = event.target instanceof Node && element.current?.contains(event.target)
    if (!isInside && !isPlaying()) return
    event.preventDefault()
    begin()
  })
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    document.addEventListener('keydown', (event) => react(event), { signal })
    return () => leaving.abort()
  }, [])
}

const ofTheirOwn = [
  'textarea',
  'select',
  'input:not([type="range"], [type="checkbox"], [type="radio"])',
  '[contenteditable]',
  'dialog',
  '[role="dialog"]',
  '[role="menu"]',
].join(', ')

function isNoteKey({
  key,
  ctrlKey,
  altKey,
  metaKey,
  shiftKey,
  repeat,
  target,
}: KeyboardEvent): boolean {
  if (key.toLowerCase() !== 'n' || ctrlKey || altKey || metaKey || shiftKey || repeat) return false
  return target instanceof Element && target.closest(ofTheirOwn) === null
}
