import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

const ofManyPages = {
  minShareCount: 6,
  // Not what pages load on use, such as dialogs with their schemas: two of them would bring those to every page.
  tags: ['$initial' as const],
}

/** Without these groups each module that two pages share becomes a separate file, and a page lists forty of them; with larger ones a page loads what only others need. */
const chunkGroups = [
  {
    name: 'framework',
    test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/,
    priority: 4,
  },
  // With everything that they import: what every page loads, links that open dialogs, and the parts of a track that most pages show.
  // Of the rules those that are smaller than the frame of a file.
  {
    name: 'layout',
    test: /src[\\/](web[\\/](root|artists[\\/]artist-link|player[\\/](?:waveform|preview-text-button)|orders[\\/]buy-button)\.tsx|rules[\\/](commissions[\\/]commission-paths|tracks[\\/](track-pictures|youtube))\.ts)/,
    priority: 3,
  },
  // What changes while a page is open: commissions, the artist's own pages, and the bell once it is there.
  {
    name: 'live',
    test: /src[\\/]web[\\/]api[\\/](last-data|live-events|use-revalidation|use-spans)\.ts/,
    priority: 3,
  },
  {
    name: 'shared',
    test: /src[\\/]web[\\/](?!pages|accounts|forms|artists|uploads|admin|commissions|moderation|notifications|policies)/,
    priority: 2,
    ...ofManyPages,
  },
  // Public pages have them, too, and would load the admin's pages with them.
  {
    name: 'choices',
    test: /src[\\/](web[\\/]forms[\\/]search[\\/]choice-select\.tsx|rules[\\/]price\.ts)/,
    priority: 2,
  },
  // What the pages of a track and of an artist show, in one file: they have no room for the frame of a second one. A room of
  // a commission has its button that reports something.
  {
    name: 'offered',
    test: /src[\\/]web[\\/](ui[\\/]share[\\/]share-menu|moderation[\\/]flag-button|tracks[\\/](fact|video-on-click)|reviews[\\/](author-name|report-button|review-head))\.tsx?/,
    priority: 2,
  },
  // What only some pages need is no part of the others: forms, artists, the artist's dashboard, the admin's pages.
  {
    name: 'forms',
    test: /src[\\/]web[\\/](accounts|forms)[\\/](?!form-text|search)/,
    priority: 1,
    ...ofManyPages,
  },
  {
    name: 'artists',
    test: /src[\\/]web[\\/]artists[\\/](?!dashboard|profile)/,
    priority: 1,
    ...ofManyPages,
  },
  {
    name: 'admin',
    test: /src[\\/]web[\\/](admin|moderation)[\\/]/,
    priority: 1,
    ...ofManyPages,
  },
  {
    name: 'dashboard',
    test: /src[\\/]web[\\/](artists[\\/]dashboard|uploads)[\\/]/,
    priority: 1,
    ...ofManyPages,
  },
]

export default defineConfig(({ command }) => ({
  plugins: [reactRouter()],
  // Each asset is a separate file: the content security policy allows no data: URLs.
  build: { assetsInlineLimit: 0 },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } } } },
    ssr: {
      build: { rolldownOptions: { input: './src/web/render-page.ts' } },
      // One file that includes React's production build: several times faster, with any NODE_ENV at run time.
      ...(command === 'build' && {
        resolve: { noExternal: true as const },
        define: { 'process.env.NODE_ENV': '"production"' },
      }),
    },
  },
}))
