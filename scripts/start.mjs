import { ensureBuilt } from './lib/ensure-built.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { serverProcess } from './lib/server-process.mjs'
import { keepRunning, script } from './lib/workspace.mjs'

/* npm start — from a fresh clone to a running system: packages, web application, server with its own database. */

script(async () => {
  await ensureInstalled()
  await ensureBuilt()
  await keepRunning(serverProcess)
})
