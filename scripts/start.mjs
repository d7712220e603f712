import { ensureInstalled } from './lib/install.mjs'
import { ensureServerBuilt } from './lib/server-build.mjs'
import { serverProcess } from './lib/server-process.mjs'
import { ensureWebBuilt } from './lib/web-build.mjs'
import { runInForeground, script } from './lib/workspace.mjs'

/* npm start — from a fresh clone to a running system: packages, web application, server with its own database. */

script(async () => {
  await ensureInstalled()
  await ensureWebBuilt()
  await ensureServerBuilt()
  await runInForeground(serverProcess)
})
