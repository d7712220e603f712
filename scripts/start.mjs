import { ensureInstalled } from './lib/install.mjs'
import { ensureWebBuilt } from './lib/web-build.mjs'
import { at, runInForeground, script } from './lib/workspace.mjs'

/* npm start — from a fresh clone to a running system: packages, web application, server with its own database. */

script(async () => {
  await ensureInstalled()
  await ensureWebBuilt()
  await runInForeground([at('server', 'src', 'main.ts')])
})
