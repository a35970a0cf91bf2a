// The audio elements that a page plays: the one of the player is not in its document.

import type { Page } from 'playwright-core'

declare global {
  interface Window {
    /** In the order of their first start. */
    players?: HTMLMediaElement[]
    /** In seconds: from where each start has played. */
    starts?: number[]
  }
}

/** In the documents that the page loads from now on. */
export async function rememberPlayers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype
    const players: HTMLMediaElement[] = []
    const starts: number[] = []
    Object.assign(window, { players, starts })
    HTMLMediaElement.prototype.play = function playRemembered() {
      if (!players.includes(this)) players.push(this)
      starts.push(this.currentTime)
      return play.call(this)
    }
  })
}

/** Recordings begin again at their end: a preview of six seconds would end before the next steps on a busy machine. */
export async function playWithoutEnd(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype
    HTMLMediaElement.prototype.play = function playAgainAndAgain() {
      this.loop = true
      return play.call(this)
    }
  })
}
