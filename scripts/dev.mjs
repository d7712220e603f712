import { ensureGenerated } from './lib/generated.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { serverFromSources } from './lib/server-process.mjs'
import { webEnv } from './lib/web-build.mjs'
import { at, ended, script, spawnNode, stopWithUs } from './lib/workspace.mjs'

/*
 * npm run dev — server and web, both renewed as their sources change. The server restarts whole, its database with
 * it, which takes half a second; the browser talks to Vite, which passes calls on to the server.
 */

script(async () => {
  await ensureInstalled({ toCheck: true })
  await ensureGenerated()
  const port = process.env.PORT || '8080'
  const web = { host: '127.0.0.1', port: '5173' }
  // The server names the address to open: what it serves itself is the last build.
  const hot = `http://${web.host}:${web.port}`
  const server = spawnNode(['--watch', '--watch-preserve-output', ...serverFromSources, hot], {
    env: { PORT: port },
  })
  const vite = [at('node_modules', 'vite', 'bin', 'vite.js'), '--host', web.host, '--port', web.port, '--strictPort']
  const pages = spawnNode([...vite, '--logLevel', 'warn'], {
    cwd: at('web'),
    env: { ...webEnv, CHEYI_SERVER: `http://127.0.0.1:${port}` },
  })
  stopWithUs([server, pages])
  // Whichever ends first ends the other.
  server.once('exit', () => pages.kill())
  pages.once('exit', () => server.kill())
  await Promise.all([ended(server), ended(pages)])
})
