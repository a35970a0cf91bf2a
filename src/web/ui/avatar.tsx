/** A user's picture, or the first letter of the name. Decoration: the name is shown beside it. */
export function Avatar({ name, image }: { name: string; image: string | null }) {
  if (image !== null) {
    return <img className="avatar" src={image} width={24} height={24} alt="" loading="lazy" />
  }
  return (
    <span className="avatar" aria-hidden="true">
      {name.slice(0, 1).toUpperCase()}
    </span>
  )
}
