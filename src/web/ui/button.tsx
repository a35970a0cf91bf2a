import type { ComponentProps, MouseEvent } from 'react'
import { PageLink } from './page-link.tsx'
import { Spinner } from './spinner.tsx'

type Look = { variant?: 'primary' | 'ghost' | 'danger'; size?: 'md' | 'sm' }

type ButtonProps = ComponentProps<'button'> &
  Look & {
    isLoading?: boolean
    /** Its space is reserved from the start, so that nothing moves when loading begins. */
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
  // A button that submits no form has no function without a script.
  const needsScript = (rest.type ?? 'button') === 'button' ? 'needs-script ' : ''
  const refuse = (event: MouseEvent<HTMLButtonElement>) => event.preventDefault()
  return (
    <button
      type="button"
      className={needsScript + look({ variant, size }, className)}
      // Not `disabled`, so that the button keeps the focus while loading.
      aria-disabled={isLoading || undefined}
      onClick={isLoading ? refuse : onClick}
      {...rest}
    >
      {loadingText === undefined && !isLoading ? (
        children
      ) : (
        <span className="btn-faces">
          <span aria-hidden={isLoading || undefined}>{children}</span>
          <span aria-hidden={!isLoading || undefined}>
            <Spinner />
            {loadingText}
          </span>
        </span>
      )}
    </button>
  )
}

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
