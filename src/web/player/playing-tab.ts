// Lets one tab of the browser play at a time: a tab that starts tells the others, which pause.

type Start = { at: number; tab: string }

type Channel = {
  postMessage: (start: Start) => void
  addEventListener: (type: 'message', react: (event: { data: Start }) => void) => void
}

/** @returns what a tab calls at each start. The channel is opened at the first one: a tab that plays nothing has none. */
export function createPlayingTab(openChannel: () => Channel, now = Date.now) {
  // Not randomUUID, which a page without TLS does not have.
  const tab = crypto.getRandomValues(new Uint32Array(2)).join('-')
  let own: Start | null = null
  let announce: Channel['postMessage'] | null = null
  let pauseOwn = () => {}
  return (pause: () => void): void => {
    // In this tab, too, what started last is what plays.
    pauseOwn = pause
    if (announce === null) {
      const channel = openChannel()
      channel.addEventListener('message', ({ data }) => {
        // Of two tabs that start at once, each hears of the other: only the earlier one pauses.
        if (own !== null && isLater(data, own)) pauseOwn()
      })
      announce = channel.postMessage.bind(channel)
    }
    own = { at: now(), tab }
    announce(own)
  }
}

/** The same for every tab, because no two have the same id. */
function isLater(start: Start, than: Start): boolean {
  return start.at > than.at || (start.at === than.at && start.tab > than.tab)
}
