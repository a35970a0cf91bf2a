// Requests from this machine, for what a trial shows to nobody else.

import { BlockList } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '#rules/errors/refusal.ts'
import { localHostnames } from './odd-hosts.ts'

const forwardingHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/**
 * Checks the connection, as addresses in headers can be forged; requests forwarded by a local proxy come from other
 * machines. The host name is checked because a foreign page in a local browser could read the emails by DNS rebinding.
 * @throws Refusal not_found
 */
export function refuseRemoteRequest(
  { raw, hostname, headers }: FastifyRequest,
  ownHostname: string,
): void {
  const peer = raw.socket.remoteAddress ?? ''
  const isLoopback = loopback.check(peer, peer.includes(':') ? 'ipv6' : 'ipv4')
  const isForwarded = forwardingHeaders.some((name) => headers[name] !== undefined)
  const isOwnHost = hostname === ownHostname || localHostnames.has(hostname)
  if (!isLoopback || isForwarded || !isOwnHost) throw new Refusal('not_found')
}
