// One labelled form field with its error message.
import { html, type Html } from './html.ts'

export interface Field {
  name: string
  label: string
  value: string
  problem?: string | undefined
  hint?: string
  /** Id of an element elsewhere on the page that describes the error of this field. */
  problemId?: string | undefined
  /** Further attributes; only literal ones. */
  attributes?: Record<string, string>
}

export function field({ name, label, value, hint, attributes = {}, ...problems }: Field): Html {
  const { problem, problemId } = problems
  const described = [hint && `${name}-hint`, problem && `${name}-problem`, problemId]
    .filter(Boolean)
    .join(' ')
  return html`<div class="field">
    <label for="${name}">${label}</label>
    ${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
    <input
      id="${name}"
      name="${name}"
      value="${value}"
      ${attribute('aria-describedby', described)}
      ${(problem ?? problemId) && html`aria-invalid="true"`}
      ${Object.entries(attributes).map(([key, text]) => attribute(key, text))}
    />
    ${fieldProblem(name, problem)}
  </div>`
}

export function fieldProblem(name: string, problem: string | undefined): Html | undefined {
  return problem ? html`<p class="problem" id="${name}-problem">${problem}</p>` : undefined
}

function attribute(name: string, value: string): Html | undefined {
  return value === '' ? undefined : html` ${name}="${value}"`
}

/** An error that screen readers announce at once; fields may refer to it by its id. */
export function alert(id: string, message: string): Html {
  return html`<div class="alert" role="alert" id="${id}"><p>${message}</p></div>`
}
