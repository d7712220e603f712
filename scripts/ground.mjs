import { ensureInstalled } from './lib/install.mjs'
import { at, runInForeground, script } from './lib/workspace.mjs'

/* npm run ground — a clone on ground that is not ours: another folder, another user, other releases of Node; arguments are passed on. */

script(async () => {
  await ensureInstalled({ toCheck: true })
  await runInForeground([at('server', 'prove', 'ground', 'main.ts'), ...process.argv.slice(2)])
})
