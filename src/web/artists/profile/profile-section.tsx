import { useId, type ReactNode } from 'react'

/** One level below the artist's name. */
export type HeadingLevel = 'h2' | 'h3'

type ProfileSectionProps = {
  name: string
  /** The anchor of a link to it. */
  anchor?: string | undefined
  heading: HeadingLevel
  title: ReactNode
  children: ReactNode
}

/** The page may be below the dialog of the same artist, so its ids are its own. */
export function ProfileSection({ name, anchor, heading: Heading, ...rest }: ProfileSectionProps) {
  const id = useId()
  return (
    <section id={anchor} className={`profile-section profile-${name}`} aria-labelledby={id}>
      <Heading id={id}>{rest.title}</Heading>
      {rest.children}
    </section>
  )
}
