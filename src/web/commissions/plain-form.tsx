// A step as a plain form, for a browser without scripts: the page's action takes it.

import type { ReactNode } from 'react'
import type { PlainStep } from './plain-steps.ts'

type PlainFormProps = {
  /** The buttons: each takes its step. */
  steps: readonly { step: PlainStep; label: string; isDangerous?: boolean }[]
  /** What opens it, where it is one form among many. */
  fold?: { label: string; isOpen: boolean }
  /** What cannot be undone, which a script would ask about. */
  children?: ReactNode
}

export function PlainForm({ steps, fold, children }: PlainFormProps) {
  const form = (
    <form method="post" className="plain-form">
      {children}
      <div className="commission-buttons">
        {steps.map(({ step, label, isDangerous = false }) => (
          <button
            key={step}
            type="submit"
            name="step"
            value={step}
            className={isDangerous ? 'btn btn-danger' : 'btn btn-primary'}
          >
            {label}
          </button>
        ))}
      </div>
    </form>
  )
  return (
    <noscript>
      {fold === undefined ? (
        form
      ) : (
        <details open={fold.isOpen}>
          <summary>{fold.label}</summary>
          {form}
        </details>
      )}
    </noscript>
  )
}
