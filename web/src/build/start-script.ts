import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { firstAsks } from './first-asks.ts'
import { hasAll, polyfillModule } from './polyfills.ts'
import { buildTarget, oldestEngines } from './supported-browsers.ts'

const { safari, chrome, firefox } = oldestEngines

/** The message for a browser that cannot run the application. */
export const notice = `此浏览器无法打开车驿，请升级系统或浏览器后再试。

iPhone、iPad：系统升级到 iOS ${safari} 或更高（设置 › 通用 › 软件更新）
安卓手机：将微信、浏览器或系统 WebView 更新到 Chrome ${chrome} 或更高的内核
电脑：使用 Chrome ${chrome}、Edge ${chrome}、Firefox ${firefox} 或更高版本

已是新版本的，请刷新页面；仍打不开请联系客服。`

const source = new URL('./start-script.js', import.meta.url)

/**
 * @param polyfillsFile address of the script with the polyfills; null: none is loaded
 * @param asks whether the script sends the first calls of the page: only if the server of the page also answers API
 * calls
 */
export async function startScript(polyfillsFile: string | null, asks = true): Promise<string> {
  const values = {
    NOTICE: JSON.stringify(notice),
    POLYFILLS: JSON.stringify(polyfillsFile),
    HAS_ALL: `(${hasAll})`,
    FIRST_ASKS: JSON.stringify(asks ? firstAsks : null),
  }
  // Only comments are removed: the minifier writes template literals, which a browser of 2016 may not support.
  return (await readFile(source, 'utf8'))
    .replace(/^\/\*[\s\S]*?\*\/\n|^ *\/\/.*\n/gm, '')
    .replace(/\b(?:NOTICE|POLYFILLS|HAS_ALL|FIRST_ASKS)\b/g, (name) => values[name as keyof typeof values])
}

/** Name of the virtual module of {@link polyfillScript}. */
const POLYFILLS = 'virtual:polyfills'

/** All polyfills as one classic script. */
export async function polyfillScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [
      {
        name: POLYFILLS,
        resolveId: (id) =>
          id === POLYFILLS ? fileURLToPath(new URL('./virtual-polyfills.js', import.meta.url)) : undefined,
        load: (id) => (id.endsWith('virtual-polyfills.js') ? polyfillModule : undefined),
      },
    ],
    build: {
      write: false,
      target: buildTarget,
      modulePreload: false,
      rolldownOptions: { input: POLYFILLS, output: { format: 'iife' } },
    },
  })
  const [first] = Array.isArray(built) ? built : [built]
  if (!first || !('output' in first)) throw new Error('the polyfills were not built')
  return first.output[0].code
}

/**
 * Inlines the start script into index.html in place of its tag, and emits the script with the polyfills, which it
 * loads in engines that need it (decision 217). A development server has only the start script.
 */
export function startScripts(): Plugin {
  let isBuild = false
  let asks = false
  return {
    name: 'start-scripts',
    configResolved({ command, env }) {
      isBuild = command === 'build'
      asks = env.VITE_ENVIRONMENT === 'local' && !env.VITE_API_HOST
    },
    async buildStart() {
      if (isBuild) this.emitFile({ type: 'asset', name: 'polyfills.js', source: await polyfillScript() })
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const file = Object.keys(bundle).find((name) => name.startsWith('assets/polyfills-'))
        const code = await startScript(file === undefined ? null : `/${file}`, asks)
        return html.replace(/<script[^>]* src="\/start\.js"><\/script>/, () => `<script>${code}</script>`)
      },
    },
  }
}
