import { ensureInstalled } from './lib/install.mjs'
import { ensureServerBuilt } from './lib/server-build.mjs'
import { at, runInForeground, script } from './lib/workspace.mjs'

/* npm run channel — proves what the open API promises to platforms, here or at a server with a test key; arguments are passed on. */

script(async () => {
  await ensureInstalled({ toCheck: true })
  await ensureServerBuilt()
  await runInForeground([at('server', 'prove', 'channel', 'main.ts'), ...process.argv.slice(2)])
})
