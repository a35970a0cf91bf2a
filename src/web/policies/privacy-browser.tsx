// The part of the privacy policy about what is stored in the browser.

import { sessionDays } from '#rules/product.ts'

export function InYourBrowser() {
  return (
    <>
      <p>
        We store only what the site needs to do what you ask of it, so there is no banner that asks
        for your consent. Nothing of it follows you to other sites.
      </p>
      <h3>Cookies</h3>
      <ul>
        <li>
          One cookie while you are logged in. It ends when you log out, and {sessionDays} days after
          the log-in at the latest.
        </li>
        <li>
          With two-factor log-in, a second one between your password and the code, for ten minutes
          at most.
        </li>
      </ul>
      <p>Stripe’s pages set cookies of their own, against fraud.</p>
      <h3>Storage on your device</h3>
      <p>
        This stays in your browser until you delete it there; we do not read it for any other
        purpose than the one it is for:
      </p>
      <ul>
        <li>
          the cart of a guest, until you log in, and what its prices were when you last looked;
        </li>
        <li>the theme, the volume, and the key and tempo that you listen in;</li>
        <li>on a site in test mode: that you have read the notice about it;</li>
        <li>a comment that you were writing when you had to log in;</li>
        <li>
          that somebody is logged in here, that a log-in has ended, or that the account is
          suspended, so that pages show the right thing at once;
        </li>
        <li>
          that you were about to check out, or to ask which artist for a recording, until you have
          logged in;
        </li>
        <li>whether you have paid for a commission, so that it is not explained to you again;</li>
        <li>
          for artists: the text of an unfinished upload, which file is being sent, the licence you
          entered last, and that you have read the instructions.
        </li>
      </ul>
      <p>
        Until you close the tab, the browser also remembers how far you had scrolled on each page.
      </p>
    </>
  )
}
