import { ensureBuilt } from './ensure-built.mjs'
import { ensureInstalled } from './install.mjs'
import { serverProcess } from './server-process.mjs'
import { keepRunning, script } from './workspace.mjs'

script(async () => {
  await ensureInstalled()
  await ensureBuilt()
  await keepRunning(serverProcess)
})
