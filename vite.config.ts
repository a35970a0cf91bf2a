import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/** Else every module that two pages share is a file of its own, and a page names forty of them in its head. */
const chunkGroups = [
  {
    name: 'framework',
    test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/,
    priority: 2,
  },
  {
    name: 'shared',
    test: /src[\\/](web|rules|contracts)[\\/]|lucide-react|preload-helper/,
    minShareCount: 2,
    priority: 1,
  },
]

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  // Every asset is a file of its own: the content security policy allows no data: URLs.
  build: { assetsInlineLimit: 0 },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } } } },
    ssr: {
      build: { rolldownOptions: { input: './src/web/render-page.ts' } },
      // One file with React's production half inside: several times faster, whatever NODE_ENV says when it runs.
      ...(command === 'build' && {
        resolve: { noExternal: true as const },
        define: { 'process.env.NODE_ENV': '"production"' },
      }),
    },
  },
}))
