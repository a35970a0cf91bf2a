type AvatarProps = {
  name: string
  image: string | null
  /** The address of what is drawn behind the letter for want of a picture. */
  portrait?: string | null
}

/** A user's picture, or the first letter of the name. Decoration: the name is shown beside it. */
export function Avatar({ name, image, portrait = null }: AvatarProps) {
  if (image !== null) {
    return <img className="avatar" src={image} width={24} height={24} alt="" loading="lazy" />
  }
  const [letter = ''] = name
  return (
    <span className={portrait === null ? 'avatar' : 'avatar avatar-drawn'} aria-hidden="true">
      {portrait !== null && <img src={portrait} width={24} height={24} alt="" loading="lazy" />}
      <span>{letter.toUpperCase()}</span>
    </span>
  )
}
