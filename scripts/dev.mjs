import { ensureInstalled } from './lib/install.mjs'
import { at, ended, script, spawnNode } from './lib/workspace.mjs'

/*
 * npm run dev — server and web, both renewed as their sources change. The server restarts whole, its database with
 * it, which takes half a second; the browser talks to Vite, which passes calls on to the server.
 */

script(async () => {
  await ensureInstalled()
  const port = process.env.PORT || '8080'
  const server = spawnNode(['--watch', '--watch-preserve-output', at('server', 'src', 'main.ts')], {
    env: { PORT: port },
  })
  const web = spawnNode([at('node_modules', 'vite', 'bin', 'vite.js')], {
    cwd: at('web'),
    env: { CHEYI_SERVER: `http://127.0.0.1:${port}` },
  })
  const both = [server, web]
  const stop = () => {
    for (const child of both) child.kill()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
  // Whichever ends first ends the other.
  for (const child of both) child.once('exit', stop)
  await Promise.all(both.map(ended))
})
