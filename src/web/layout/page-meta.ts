// A page's metadata for browsers, search engines and link previews.

import type { MetaDescriptor } from 'react-router'
import { productName, strapline } from '#rules/product.ts'

type PageMeta = {
  title: string
  description?: string
  /** Path with the query that identifies this page; without it the page has no canonical URL. */
  path?: string
  publicUrl?: string
  type?: 'website' | 'music.song' | 'profile'
  /** Instead of the site's own. */
  picture?: { path: string; description: string } | undefined
  mayBeIndexed?: boolean
}

const sitePicture = { path: '/og.png', description: `${productName}: ${strapline}` }

export function pageMeta({
  title,
  description,
  path,
  publicUrl,
  type = 'website',
  picture = sitePicture,
  mayBeIndexed = true,
}: PageMeta): MetaDescriptor[] {
  const fullTitle = title === productName ? title : `${title} | ${productName}`
  const meta: MetaDescriptor[] = [
    { title: fullTitle },
    { property: 'og:title', content: title },
    { property: 'og:type', content: type },
    { property: 'og:site_name', content: productName },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
  if (description !== undefined) {
    meta.push({ name: 'description', content: description })
    meta.push({ property: 'og:description', content: description })
  }
  if (!mayBeIndexed) meta.push({ name: 'robots', content: 'noindex' })
  if (publicUrl !== undefined) {
    meta.push(
      { property: 'og:image', content: new URL(picture.path, publicUrl).href },
      { property: 'og:image:type', content: 'image/png' },
      { property: 'og:image:width', content: '1200' },
      { property: 'og:image:height', content: '630' },
      { property: 'og:image:alt', content: picture.description },
    )
  }
  if (publicUrl !== undefined && path !== undefined) {
    const address = new URL(path, publicUrl).href
    meta.push({ tagName: 'link', rel: 'canonical', href: address })
    meta.push({ property: 'og:url', content: address })
  }
  return meta
}
