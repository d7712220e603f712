import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { buildTarget } from './src/build/engines.ts'
import { iconSprite } from './src/build/icon-sprite.ts'
import { pxToRemPlugin } from './src/build/px-to-rem.ts'
import { screenChunks } from './src/build/screen-chunks.ts'
import { shortPreloads } from './src/build/short-preloads.ts'
import { startScripts } from './src/build/start-script.ts'
import { serviceWorker } from './src/build/worker.ts'

/** Where the development server passes calls on to. */
const server = process.env.CHEYI_SERVER ?? 'http://127.0.0.1:8080'

const preloads = shortPreloads()

export default defineConfig({
  plugins: [
    react(),
    iconSprite(),
    screenChunks(new URL('./src/screens.ts', import.meta.url)),
    preloads.plugin,
    startScripts(),
    serviceWorker(new URL('./src/shell/worker.ts', import.meta.url)),
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
          ['react', 'tanstack', 'index', 'parts'].includes(name) ? '//# allFunctionsCalledOnLoad' : '',
        // What changes rarely keeps its name, and with it its place in the browser's cache, across releases.
        codeSplitting: {
          groups: [
            { name: 'react', priority: 5, test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            {
              name: 'tanstack',
              priority: 4,
              test: /node_modules[\\/]@tanstack[\\/](history|react-query|query-core)[\\/](?!.*infiniteQueryObserver|.*useInfiniteQuery)/,
            },
            // What runs before any page is chosen.
            { name: 'kernel', priority: 3, tags: ['$initial'] },
            // What stands around every page of a merchant, and what those pages share with it: who signs in has none of it.
            {
              name: 'navigation',
              priority: 3,
              includeDependenciesRecursively: false,
              test: /src[\\/](?:shell[\\/](?:navigation|entries)\.|ui[\\/](?:frame[\\/]navigation|show[\\/]tag)\.|kernel[\\/](?:page[\\/]shortcuts|current-store)\.|notify[\\/]parts[\\/]use-unread\.)/,
            },
            // Small parts that the first pages share: each by itself would be a request more on a slow network.
            {
              name: 'parts',
              priority: 2,
              test: /domain[\\/]src[\\/](?:near|urgency|time|length|money|mask|merchant[\\/]opening|order[\\/]codes)\.|src[\\/](?:ui[\\/]\w+[\\/](?:pull|search|card|money|plate|shares|skeleton|tabs)\.|kernel[\\/](?:\w+[\\/])?(?:now|refused)\.|order[\\/]parts[\\/](?:reach|use-store-filter)\.|form[\\/]stale\.)/,
            },
            // What every form is made of; its tables, one for each call, stay apart.
            {
              name: 'form',
              priority: 2,
              includeDependenciesRecursively: false,
              test: /src[\\/](?:form[\\/](?:form-call|form-field|use-fields|use-entry)\.)/,
            },
            // What forms and the search keep of what is typed, and a link.
            {
              name: 'typed',
              priority: 2,
              includeDependenciesRecursively: false,
              test: /src[\\/]kernel[\\/](?:draft|page[\\/]link|media[\\/]once-sent)\.|domain[\\/]src[\\/]typed\./,
            },
            // What asks a person by a sheet, or their phone for a file or an act: keys and photos left from before do on any page,
            // also where somebody signs in, which has none of the parts.
            {
              name: 'asks',
              priority: 2,
              includeDependenciesRecursively: false,
              test: /src[\\/](?:kernel[\\/](?:device[\\/]native-acts|media[\\/]file-pick)|page[\\/](?:open|place))\./,
            },
            // Photos of a form, and their way to the server.
            {
              name: 'uploads',
              priority: 2,
              includeDependenciesRecursively: false,
              test: /src[\\/]kernel[\\/]media[\\/](?:uploads|upload-queue|upload-store|upload-send|image|media)\./,
            },
            // A row of a form and what is typed in it.
            {
              name: 'field',
              priority: 2,
              test: /src[\\/](?:ui[\\/]\w+[\\/](?:field|input|checkbox)|form[\\/]use-problems)\./,
              includeDependenciesRecursively: false,
            },
            // A record that is edited, and the frame of a page with what it is drawn from.
            {
              name: 'record',
              priority: 2,
              includeDependenciesRecursively: false,
              test: /src[\\/]form[\\/](?:use-form|changes|form-page|fields|field-row|code-field)\./,
            },
            {
              name: 'page',
              priority: 2,
              includeDependenciesRecursively: false,
              test: /src[\\/]page[\\/]page\./,
            },
            // The forms that sign people in.
            {
              name: 'sign',
              priority: 2,
              includeDependenciesRecursively: false,
              test: /session[\\/]parts[\\/](?:mobile-field|agree-field|password-field|sign-input|factor-ticket|entry|captcha|sign-form)\.|calls[\\/]session-login/,
            },
            // What can be done with an order.
            {
              name: 'steps',
              priority: 1,
              test: /domain[\\/]src[\\/](?:step|order[\\/](?:timers|steps))\./,
            },
            // How an action of an order is carried out, from a list or from home.
            {
              name: 'acts',
              priority: 2,
              includeDependenciesRecursively: false,
              test: /domain[\\/]src[\\/]order[\\/]offers\.|src[\\/](?:order[\\/]parts[\\/](?:use-act|use-contact|mend[\\/]mend)\.|arrange[\\/]parts[\\/]unarrange\.)/,
            },
            // What a card of an order says, without what it builds on.
            {
              name: 'orders',
              includeDependenciesRecursively: false,
              test: /domain[\\/]src[\\/]order[\\/](?:actions|next-step)\.|src[\\/](?:ui[\\/]date[\\/]period\.|order[\\/]parts[\\/](?:acts|order-words)\.)/,
            },
            // Codes that orders, their pages and settings read, without what else orders are made of.
            {
              name: 'codes',
              includeDependenciesRecursively: false,
              test: /domain[\\/]src[\\/](?:deposit[\\/](?:codes|status)|pickup-return[\\/]codes|channel[\\/]offered)\.|src[\\/]order[\\/]parts[\\/]sources\./,
            },
            // An endless list without what draws only its rows in view, and what is opened over a page: each part of them alone would be smaller than its overhead.
            {
              name: 'list',
              includeDependenciesRecursively: false,
              test: /src[\\/](?:ui[\\/]\w+[\\/](?:virtual-list|use-virtual-rows|search-head)\.|(?:page[\\/]list[\\/](?:use-list-page|use-table)|kernel[\\/]last)\.)/,
            },
            {
              name: 'sheet',
              includeDependenciesRecursively: false,
              test: /src[\\/]ui[\\/]modal[\\/](?:sheet|modal)\./,
            },
            {
              name: 'opened',
              includeDependenciesRecursively: false,
              test: /src[\\/](?:ui[\\/]modal[\\/]dialog\.|page[\\/](?:opened|opened-sheet|choose-sheet|confirm-dialog)\.)/,
            },
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
