import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { setTimeout as after } from 'node:timers/promises'
import { findBrowser } from './lib/browser.mjs'
import { ensureBuilt } from './lib/ensure-built.mjs'
import { freePort } from './lib/free-port.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { serverProcess } from './lib/server-process.mjs'
import { at, ended, script, spawnNode, stopWithUs } from './lib/workspace.mjs'

/*
 * npm run shots — pictures of every screen into .shots/, on a server of its own with fresh demo data. SHOTS_URL names
 * a server that runs already; with --docs the pictures of the README are taken anew. With --manual it takes those of the
 * manual instead whose screens have changed since, with --manual --all every one.
 */

script(async () => {
  await ensureInstalled({ toCheck: true })
  const given = process.env.SHOTS_URL
  const server = given ? { url: given, stop: async () => {} } : await startServer()
  try {
    const docs = process.argv.includes('--docs') ? { SHOTS_DOCS: at('docs', 'pictures') } : {}
    const env = { SHOTS_URL: server.url, SHOTS_DIR: at('.shots'), CHROME_PATH: await findBrowser(), ...docs }
    const ofManual = process.argv.includes('--manual')
    const all = process.argv.includes('--all') ? ['--all'] : []
    process.exitCode = await ended(spawnNode([at('e2e', ofManual ? 'manual-shots.ts' : 'shots.ts'), ...all], { env }))
  } finally {
    await server.stop()
  }
})

/** On a data folder of its own, which goes with it. */
async function startServer() {
  await ensureBuilt()
  const port = await freePort()
  const dataDir = at('.test', `shots-${port}`)
  const url = `http://127.0.0.1:${port}`
  const server = spawnNode(serverProcess, {
    env: { PORT: String(port), DATA_DIR: dataDir, DEMO: 'on', RATE_LIMIT: 'off', LOG_LEVEL: 'warn' },
  })
  stopWithUs([server])
  const gone = once(server, 'exit')
  const failed = gone.then(() => {
    throw new Error('服务器没有启动')
  })
  await Promise.race([ready(url), failed])
  failed.catch(() => undefined)
  return {
    url,
    async stop() {
      server.kill('SIGTERM')
      await gone
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** @param {string} url */
async function ready(url) {
  for (;;) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await after(100)
  }
}
