import { useId, type ReactNode } from 'react'

/** One level below the artist's name. */
export type HeadingLevel = 'h2' | 'h3'

type ProfileSectionProps = {
  name: string
  heading: HeadingLevel
  title: ReactNode
  children: ReactNode
}

/** The page may be below the dialog of the same artist, so its ids are its own. */
export function ProfileSection({ name, heading: Heading, title, children }: ProfileSectionProps) {
  const id = useId()
  return (
    <section className={`profile-section profile-${name}`} aria-labelledby={id}>
      <Heading id={id}>{title}</Heading>
      {children}
    </section>
  )
}
