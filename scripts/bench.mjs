import { ensureInstalled } from './lib/install.mjs'
import { ensureServerBuilt } from './lib/server-build.mjs'
import { ensureWebBuilt } from './lib/web-build.mjs'
import { at, runInForeground, script } from './lib/workspace.mjs'

/* npm run bench — every figure of the product in one run; arguments are passed on. */

script(async () => {
  await ensureInstalled()
  await ensureWebBuilt()
  await ensureServerBuilt()
  await runInForeground([at('server', 'bench', 'main.ts'), ...process.argv.slice(2)])
})
