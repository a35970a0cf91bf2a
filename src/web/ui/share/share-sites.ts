// The sites that a page can be shared on: plain links, without scripts of those sites.

export type SharedPage = { title: string; url: string }

type ShareSite = { name: string; address: (page: SharedPage) => string }

export const shareSites: ShareSite[] = [
  {
    name: 'Facebook',
    address: ({ url }) => withQuery('https://www.facebook.com/sharer/sharer.php', { u: url }),
  },
  {
    name: 'X',
    address: ({ url, title }) => withQuery('https://x.com/intent/post', { url, text: title }),
  },
  {
    name: 'WhatsApp',
    address: ({ url, title }) => withQuery('https://wa.me/', { text: `${title} ${url}` }),
  },
  {
    name: 'LinkedIn',
    address: ({ url }) => withQuery('https://www.linkedin.com/sharing/share-offsite/', { url }),
  },
  {
    name: 'Reddit',
    address: ({ url, title }) => withQuery('https://www.reddit.com/submit', { url, title }),
  },
]

/** With `%20` for a space: not every site reads `+` as one. */
function withQuery(address: string, query: Record<string, string>): string {
  const params = Object.entries(query).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  )
  return `${address}?${params.join('&')}`
}
