import { ensureBuilt } from './lib/ensure-built.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { at, runInForeground, script } from './lib/workspace.mjs'

/* npm run bench — every figure of the product in one run; arguments are passed on. */

script(async () => {
  await ensureInstalled({ toCheck: true })
  await ensureBuilt()
  await runInForeground([at('server', 'bench', 'main.ts'), ...process.argv.slice(2)])
})
