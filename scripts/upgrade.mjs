import { ensureInstalled } from './lib/install.mjs'
import { at, runInForeground, script } from './lib/workspace.mjs'

/* npm run upgrade — the upgrade from the newest release to this tree is rehearsed; arguments are passed on. */

script(async () => {
  await ensureInstalled({ toCheck: true })
  await runInForeground([at('server', 'prove', 'upgrade', 'main.ts'), ...process.argv.slice(2)])
})
