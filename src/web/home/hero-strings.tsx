const strings = [1, 2, 3, 4, 5, 6]

/** Decoration: a guitar's soundhole with six strings across it. */
export function HeroStrings() {
  return (
    <div className="hero-backdrop" aria-hidden="true">
      <div className="hero-strings">
        <svg className="hero-rosette" viewBox="0 0 400 400">
          <circle cx="200" cy="200" r="196" />
          <circle cx="200" cy="200" r="189" />
          <circle
            className="hero-inlay"
            cx="200"
            cy="200"
            r="176"
            strokeWidth="18"
            strokeDasharray="13.2 7.28"
          />
          <circle cx="200" cy="200" r="162" />
          <circle
            className="hero-inlay-fine"
            cx="200"
            cy="200"
            r="152"
            strokeWidth="10"
            strokeDasharray="4 3.96"
          />
          <circle cx="200" cy="200" r="142" />
          <circle cx="200" cy="200" r="131" className="hero-hole" />
        </svg>
        {strings.map((string) => (
          <i key={string} />
        ))}
      </div>
    </div>
  )
}
