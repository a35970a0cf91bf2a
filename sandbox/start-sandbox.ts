// Starts the card provider's stand-in in this process.
import Fastify from 'fastify'
import type { Config } from './state/config.ts'
import { serveSetupPages } from './accounts/setup-routes.ts'
import { serveApi } from './requests/serve-api.ts'
import { servePayPages } from './checkout/pay-routes.ts'
import { createContract, type Contract } from './contract/contract.ts'
import { ensureContract } from './contract/extract-contract.ts'
import { serveDashboard } from './dashboard/dashboard-routes.ts'
import { serveControl } from './control/control-routes.ts'
import { serveRequestLog } from './control/request-log-page.ts'
import { serveAssets } from './pages/assets.ts'
import { createKeyring } from './keys/keyring.ts'
import { topUpFirst } from './money/top-up.ts'
import { inTransaction } from './storage/database.ts'
import { applyDueChanges } from './requests/due-changes.ts'
import { readSetting, writeSetting } from './storage/settings.ts'

const dueChangesEveryMs = 5000
const maxBodyBytes = 1024 * 1024

export interface RunningSandbox {
  url: string
  close: () => Promise<void>
}

/**
 * @param given a contract that is loaded already
 * @throws Error with code EADDRINUSE when the port is taken.
 */
export async function startSandbox(config: Config, given?: Contract): Promise<RunningSandbox> {
  const contract = given ?? createContract(await ensureContract(config.contractFile))
  const keyring = createKeyring(config, contract)
  const { configured } = keyring
  inTransaction(configured.db, () => topUpFirst(configured, config.toppedUpPence))
  const app = Fastify({ bodyLimit: maxBodyBytes, forceCloseConnections: true })
  serveApi(app, keyring)
  servePayPages(app, keyring)
  serveSetupPages(app, keyring)
  serveDashboard(app, keyring)
  serveAssets(app)
  serveRequestLog(app, configured)
  if (config.control) serveControl(app, keyring)
  const stop = async () => {
    await app.close()
    await Promise.all(keyring.all().map((sandbox) => keyring.close(sandbox)))
  }
  try {
    // The same port as before the restart, so that addresses sent out earlier still work.
    const port = config.port || Number(readSetting(configured.db, 'port') ?? 0)
    await app.listen({ host: config.host, port }).catch(async (error: unknown) => {
      if (config.port !== 0) throw error
      await app.listen({ host: config.host, port: 0 })
    })
  } catch (error) {
    await stop()
    throw error
  }
  const url = `http://${hostOfUrl(config.host)}:${portOf(app.server.address())}`
  configured.publicUrl = config.publicUrl ?? url
  writeSetting(configured.db, 'port', String(portOf(app.server.address())))
  const timer = setInterval(() => {
    for (const sandbox of keyring.all()) inTransaction(sandbox.db, () => applyDueChanges(sandbox))
  }, dueChangesEveryMs)
  timer.unref()
  return {
    url,
    async close() {
      clearInterval(timer)
      await stop()
    },
  }
}

/** A server that listens on every address is reached at 127.0.0.1; an IPv6 address needs brackets. */
function hostOfUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

function portOf(address: string | { port: number } | null): number {
  if (typeof address === 'object' && address) return address.port
  throw new Error('The sandbox does not listen on a port.')
}
