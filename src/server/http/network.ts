// By what callers without an account are counted.

import { isIPv6 } from 'node:net'

/** An IPv6 customer usually has at least 2^64 addresses, so the first 64 bits identify the network. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [front = '', back = ''] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const groups = front === '' ? [] : front.split(':')
  const missing = 8 - groups.length - (back === '' ? 0 : back.split(':').length)
  if (address.includes('::')) groups.push(...Array<string>(missing).fill('0'), ...back.split(':'))
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
