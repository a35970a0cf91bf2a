// What a search form asks for.

export type Control = HTMLInputElement | HTMLSelectElement

/**
 * Reads a form's parameters as the server reads them when a browser without scripts sends it.
 * @param changed of several checkboxes with one name (flat and sharp), the one that has just been checked excludes the others
 */
export function paramsInForm(form: HTMLFormElement, changed?: Control): URLSearchParams {
  const params = new URLSearchParams()
  for (const control of form.elements) {
    const isSelect = control instanceof HTMLSelectElement
    const isInput = control instanceof HTMLInputElement && isSent(control, changed)
    if (isSelect || isInput) params.append(control.name, control.value)
  }
  return params
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
