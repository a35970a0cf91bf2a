import { fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { expect, test, vi } from 'vitest'
import { useNoteKey } from './use-note-key.ts'

type ControlsProps = { begin: (() => void) | null; isPlaying?: boolean }

function Controls({ begin, isPlaying = false }: ControlsProps) {
  const element = useRef<HTMLDivElement>(null)
  useNoteKey({ element, begin, isPlaying: () => isPlaying })
  return (
    <>
      <div ref={element}>
        <input aria-label="text" />
        <input aria-label="number" type="number" />
        <input aria-label="slider" type="range" />
        <textarea aria-label="long text" />
        <select aria-label="choice" />
        <div aria-label="edited text" contentEditable suppressContentEditableWarning>
          <p aria-label="paragraph">A note</p>
        </div>
        <button type="button" aria-label="button" />
        <input aria-label="box" type="checkbox" />
      </div>
      <button type="button" aria-label="other button" />
      <textarea aria-label="other text" />
      <dialog open>
        <button type="button" aria-label="button of a dialog" />
      </dialog>
      <div role="menu">
        <button type="button" role="menuitem" aria-label="choice of a menu" />
      </div>
    </>
  )
}

test.each([
  ['text', 0],
  ['number', 0],
  ['long text', 0],
  ['choice', 0],
  ['edited text', 0],
  ['paragraph', 0],
  ['slider', 1],
  ['button', 1],
  ['box', 1],
  ['other button', 0],
])('N on a %s begins a note %i times while nothing plays', (label, times) => {
  const begin = vi.fn<() => void>()
  render(<Controls begin={begin} />)
  fireEvent.keyDown(screen.getByLabelText(label), { key: 'n' })
  expect(begin).toHaveBeenCalledTimes(times)
})

test.each([
  ['other button', 1],
  ['button', 1],
  ['text', 0],
  ['other text', 0],
  ['button of a dialog', 0],
  ['choice of a menu', 0],
])('while the recording plays, N on a %s begins a note %i times', (label, times) => {
  const begin = vi.fn<() => void>()
  render(<Controls begin={begin} isPlaying />)
  fireEvent.keyDown(screen.getByLabelText(label), { key: 'n' })
  expect(begin).toHaveBeenCalledTimes(times)
  const nobody = new KeyboardEvent('keydown', { key: 'n', bubbles: true, cancelable: true })
  document.body.dispatchEvent(nobody)
  expect([nobody.defaultPrevented, begin.mock.calls.length]).toEqual([true, times + 1])
})

test('where no note can be begun N is left to the browser', () => {
  render(<Controls begin={null} isPlaying />)
  const event = new KeyboardEvent('keydown', { key: 'n', bubbles: true, cancelable: true })
  document.body.dispatchEvent(event)
  expect(event.defaultPrevented).toBe(false)
})
