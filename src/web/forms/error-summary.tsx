import { useEffect, useRef, type MouseEvent } from 'react'

type Issue = { path: (string | number)[]; message: string }

/** A form's errors, above it, with links to the fields; takes the focus when it appears. */
export function ErrorSummary({ message, issues }: { message: string; issues?: Issue[] }) {
  const errors = Object.entries(errorsByField(issues))
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Every new result is announced again, even with the same messages.
    if (message !== '' || issues !== undefined) summary.current?.focus()
  }, [message, issues])
  return (
    <div ref={summary} role="alert" tabIndex={-1} className="notice notice-danger">
      <p className="notice-title">{message}</p>
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

/** Without a navigation: a change of the URL would remove the form's action data. */
function focusField(event: MouseEvent<HTMLAnchorElement>) {
  event.preventDefault()
  document.getElementById(event.currentTarget.hash.slice(1))?.focus()
}

/** The first error of each field, by the field's name. */
export function errorsByField(issues: Issue[] = []): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { path, message } of issues) errors[String(path[0])] ??= message
  return errors
}
