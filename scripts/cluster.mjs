import { ensureBuilt } from './lib/ensure-built.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { at, runInForeground, script } from './lib/workspace.mjs'

/* npm run cluster — three database machines of ops/cluster on this one, and the proof of what their loss costs; arguments are passed on. */

script(async () => {
  await ensureInstalled({ toCheck: true })
  await ensureBuilt()
  await runInForeground([at('server', 'cluster', 'main.ts'), ...process.argv.slice(2)])
})
