// Warnings about configuration that works, but perhaps not as the operator intends: one sentence each, at the start.

import type { Config } from '#server/start/config.ts'
import { localHostnames } from '#server/http/odd-hosts.ts'

export function warningsOf(config: Config): string[] {
  const { host, port, publicUrl, sandboxHost, sandboxPort } = config
  const warnings: string[] = []
  const isOpenToNetwork = !localHostnames.has(host)
  const hasPublicName = !localHostnames.has(new URL(publicUrl).hostname)
  if (isOpenToNetwork) {
    warnings.push(`It listens on ${host}:${port}, for every machine that reaches this one.`)
    if (!hasPublicName)
      warnings.push(`Set PUBLIC_URL: links in emails lead to ${publicUrl}, on this machine only.`)
  }
  if (publicUrl.startsWith('https:') && config.trustedProxies === 0) {
    warnings.push(
      'PUBLIC_URL is https, which a proxy must serve, but TRUSTED_PROXIES is 0: all visitors count as one address, and share its login limits. Set it to the number of proxies.',
    )
  }
  const startsSandbox = config.stripe === null && config.sandboxUrl === null
  if (!startsSandbox) return warnings
  if (!localHostnames.has(sandboxHost)) {
    warnings.push(
      `The test card provider listens on ${sandboxHost}:${sandboxPort}, too: everyone who reaches that port can see and make test payments.`,
    )
  } else if ((isOpenToNetwork || hasPublicName) && config.sandboxPublicUrl === null) {
    warnings.push(
      `Browsers on other machines cannot pay: the test card provider listens on ${sandboxHost}:${sandboxPort}. Set SANDBOX_PUBLIC_URL to where they reach it.`,
    )
  }
  return warnings
}
