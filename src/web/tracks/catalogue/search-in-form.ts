import { readTrackSearch, type TrackSearch } from '#rules/track-search.ts'

export type Control = HTMLInputElement | HTMLSelectElement

/**
 * Reads the catalogue's form as the server reads it when a browser without scripts sends it.
 * @param changed of several checkboxes with one name (flat and sharp), the one that has just been checked excludes the others
 */
export function searchInForm(form: HTMLFormElement, changed?: Control): TrackSearch {
  const params = new URLSearchParams()
  for (const control of form.elements) {
    const isSelect = control instanceof HTMLSelectElement
    const isInput = control instanceof HTMLInputElement && isSent(control, changed)
    if (isSelect || isInput) params.append(control.name, control.value)
  }
  return readTrackSearch(params)
}

function isSent(input: HTMLInputElement, changed: Control | undefined): boolean {
  if (input.disabled) return false
  if (input.type === 'radio') return input.checked
  if (input.type !== 'checkbox') return true
  const isExcluded =
    changed instanceof HTMLInputElement &&
    changed !== input &&
    changed.name === input.name &&
    changed.type === input.type &&
    changed.checked
  return input.checked && !isExcluded
}
