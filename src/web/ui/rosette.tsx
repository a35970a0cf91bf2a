/** Decoration: the rings around a guitar's soundhole, in outline. */
export function Rosette({ size = 112 }: { size?: number }) {
  return (
    <svg className="rosette" width={size} height={size} viewBox="0 0 100 100" aria-hidden="true">
      <circle cx="50" cy="50" r="48" />
      <circle cx="50" cy="50" r="42" strokeWidth="5" strokeDasharray="3.1 2.4" />
      <circle cx="50" cy="50" r="36.5" />
      <circle cx="50" cy="50" r="33" strokeWidth="3" strokeDasharray="1 2.2" />
      <circle cx="50" cy="50" r="29" />
      <path d="M38.5 23.5v53M43 22v56M47.7 21v58M52.3 21v58M57 22v56M61.5 23.5v53" />
    </svg>
  )
}
