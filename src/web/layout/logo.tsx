import { productName } from '#rules/product.ts'

/** The logo: a plectrum with the two rings of a soundhole, and the name. */
export function Logo() {
  return (
    <>
      <svg className="logo-mark" width="26" height="29" viewBox="0 0 44 48" aria-hidden="true">
        <path d="M22 47C12 40 1 20 2 10 3 3 12 1 22 1s19 2 20 9c1 10-10 30-20 37z" />
        <circle cx="22" cy="19" r="8.5" />
        <circle cx="22" cy="19" r="5" />
      </svg>
      <span className="logo-name">{productName}</span>
    </>
  )
}
