import { readTrackSearch, type TrackSearch } from '#rules/track-search.ts'

/** Reads the catalogue's form as the server reads it when a browser without scripts sends it. */
export function searchInForm(form: HTMLFormElement): TrackSearch {
  const params = new URLSearchParams()
  for (const control of form.elements) {
    const isSelect = control instanceof HTMLSelectElement
    const isInput = control instanceof HTMLInputElement && isSent(control)
    if (isSelect || isInput) params.append(control.name, control.value)
  }
  return readTrackSearch(params)
}

function isSent({ type, checked, disabled }: HTMLInputElement): boolean {
  return !disabled && (checked || (type !== 'radio' && type !== 'checkbox'))
}
