import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, normalizePath } from 'vite'
import { firstChunks } from './src/build/first-chunks.ts'
import { iconSprite } from './src/build/icon-sprite.ts'
import { manual } from './src/build/manual/plugin.ts'
import { pxToRemPlugin } from './src/build/px-to-rem.ts'
import { screenChunks } from './src/build/screen-chunks.ts'
import { shortPreloads } from './src/build/short-preloads.ts'
import { startScripts } from './src/build/start-script.ts'
import { buildTarget } from './src/build/supported-browsers.ts'
import { serviceWorker } from './src/build/worker.ts'

/** Where the development server passes calls on to. */
const server = process.env.CHEYI_SERVER ?? 'http://127.0.0.1:8080'

const preloads = shortPreloads()

export default defineConfig({
  plugins: [
    react(),
    iconSprite(),
    manual(new URL('./src/screens.ts', import.meta.url)),
    screenChunks(new URL('./src/screens.ts', import.meta.url)),
    preloads.plugin,
    startScripts(),
    serviceWorker(new URL('./src/shell/worker.ts', import.meta.url), new URL('./src/screens.ts', import.meta.url)),
  ],
  // The worker of maps is built like the page: as it comes, older engines cannot read it.
  worker: { format: 'es' },
  css: { postcss: { plugins: [pxToRemPlugin()] } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: buildTarget,
    // Everything is a file of our own origin: the page's policy allows neither inline scripts nor data addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: preloads.resolveDependencies },
    // The map is large and comes by itself; what pages may weigh is measured by the bench.
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      checks: { pluginTimings: false },
      // A call is a text that is written where it is used (decision 34), as codes are.
      optimization: { inlineConst: true },
      treeshake: { propertyReadSideEffects: false },
      output: {
        // What the first pages run is compiled beside the page's thread while it is fetched, not function by function on it.
        postBanner: ({ name }) =>
          ['vendor', 'index', 'base', 'desk'].includes(name) ? '//# allFunctionsCalledOnLoad' : '',
        // What changes rarely keeps its name, and with it its place in the browser's cache, across releases.
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              priority: 5,
              test: /rolldown[\\/]runtime|node_modules[\\/](?:react|react-dom|scheduler)[\\/]|node_modules[\\/]@tanstack[\\/](?:history|react-query|query-core)[\\/]/,
            },
            firstChunks(normalizePath(fileURLToPath(new URL('./src', import.meta.url)))),
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    // Our own calls only: pages under /order are addresses of the router.
    proxy: Object.fromEntries(
      ['/api', '/media', '/order/deposit/payDeposit/v1', '/open', '/healthz', '/readyz', '/openapi.json'].map(
        (path) => [path, { target: server }],
      ),
    ),
  },
})
