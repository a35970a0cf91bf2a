import type { ComponentProps, MouseEvent } from 'react'
import { PageLink } from './page-link.tsx'
import { Spinner } from './spinner.tsx'

type Look = { variant?: 'primary' | 'ghost' | 'danger'; size?: 'md' | 'sm' }

type ButtonProps = ComponentProps<'button'> &
  Look & {
    isLoading?: boolean
    /** Its room is kept from the start, so nothing moves when loading begins. */
    loadingText?: string
  }

export function Button({
  variant,
  size,
  isLoading = false,
  loadingText,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  // One that sends no form is nothing without a script.
  const needsScript = (rest.type ?? 'button') === 'button' ? 'needs-script ' : ''
  const refuse = (event: MouseEvent<HTMLButtonElement>) => event.preventDefault()
  return (
    <button
      type="button"
      className={needsScript + look({ variant, size }, className)}
      // Not `disabled`: the button keeps the focus while it works.
      aria-disabled={isLoading || undefined}
      onClick={isLoading ? refuse : onClick}
      {...rest}
    >
      {loadingText === undefined && !isLoading ? (
        children
      ) : (
        <span className="btn-faces">
          <span {...(isLoading && unseen)}>{children}</span>
          <span {...(!isLoading && unseen)}>
            <Spinner />
            {loadingText}
          </span>
        </span>
      )}
    </button>
  )
}

const unseen = { className: 'invisible', 'aria-hidden': true }

export function ButtonLink({
  variant,
  size,
  className,
  ...rest
}: ComponentProps<typeof PageLink> & Look) {
  return <PageLink className={look({ variant, size }, className)} {...rest} />
}

function look({ variant = 'primary', size = 'md' }: Look, className = '') {
  return `btn btn-${variant} ${size === 'sm' ? 'btn-sm ' : ''}${className}`.trimEnd()
}
