type ProgressProps = {
  label: string
  /** 0 to 100; without a value the bar is indeterminate. */
  percent?: number
}

export function Progress({ label, percent }: ProgressProps) {
  return <progress className="progress" max={100} value={percent} aria-label={label} />
}
