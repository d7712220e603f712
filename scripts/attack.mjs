import { ensureBuilt } from './lib/ensure-built.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { at, runInForeground, script } from './lib/workspace.mjs'

/* npm run attack — what another merchant, another store and a stranger try at a server, and a table of it; arguments are passed on. */

script(async () => {
  await ensureInstalled({ toCheck: true })
  await ensureBuilt()
  await runInForeground([at('server', 'prove', 'attack', 'main.ts'), ...process.argv.slice(2)])
})
