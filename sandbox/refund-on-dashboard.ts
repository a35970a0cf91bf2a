// For tests and seeds: refunds a payment on the provider's dashboard over HTTP, as a person would, without our metadata.

/**
 * @param amount in pounds, e.g. 3.50; all that is left when empty or left out
 * @throws Error with the page's own words when the refund is refused.
 */
export async function refundOnDashboard(
  sandbox: { url: string; secretKey: string },
  { charge, amount = '' }: { charge: string; amount?: string },
): Promise<void> {
  const credentials = Buffer.from(`${sandbox.secretKey}:`).toString('base64')
  const response = await fetch(`${sandbox.url}/dashboard/payments/${charge}/refund`, {
    method: 'POST',
    body: new URLSearchParams({ amount, reason: 'requested_by_customer' }),
    headers: { authorization: `Basic ${credentials}` },
    redirect: 'manual',
  })
  if (response.status === 303) return
  const page = await response.text()
  const message = /role="alert"[^>]*>\s*<p>([^<]*)</.exec(page)?.[1]
  throw new Error(message ?? `The dashboard responded ${response.status}.`)
}
