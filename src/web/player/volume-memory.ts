// The listener's volume, kept between visits.

const storageKey = 'undersong:volume'

export function keptVolume(): number {
  if (typeof window === 'undefined') return 1
  try {
    const volume = Number.parseFloat(localStorage.getItem(storageKey) ?? '1')
    return volume >= 0 && volume <= 1 ? volume : 1
  } catch {
    return 1
  }
}

export function keepVolume(volume: number) {
  try {
    localStorage.setItem(storageKey, String(volume))
  } catch {
    // A browser that keeps nothing still plays.
  }
}
