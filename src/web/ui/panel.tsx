import type { ComponentProps } from 'react'

export function Panel({ className = '', ...rest }: ComponentProps<'section'>) {
  return <section className={`panel ${className}`.trimEnd()} {...rest} />
}
