import { useEffect, useRef, type MouseEvent } from 'react'

type Issue = { path: (string | number)[]; message: string }

/** What is wrong with a form, above it, with links to the fields; takes the focus when it appears. */
export function ErrorSummary({ message, issues }: { message: string; issues?: Issue[] }) {
  const errors = Object.entries(errorsByField(issues))
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Every new answer is read again, even when it complains in the same words.
    if (message !== '' || issues !== undefined) summary.current?.focus()
  }, [message, issues])
  return (
    <div ref={summary} role="alert" tabIndex={-1} className="notice notice-danger">
      <p className="font-bold">{message}</p>
      {errors.length > 0 && (
        <ul>
          {errors.map(([field, error]) => (
            <li key={field}>
              <a href={`#${field}`} onClick={focusField}>
                {error}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Not by the address: a form's answer is gone as soon as that changes. */
function focusField(event: MouseEvent<HTMLAnchorElement>) {
  event.preventDefault()
  document.getElementById(event.currentTarget.hash.slice(1))?.focus()
}

/** The first complaint about each field, by the field's name. */
export function errorsByField(issues: Issue[] = []): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { path, message } of issues) errors[String(path[0])] ??= message
  return errors
}
