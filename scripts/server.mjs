import { existsSync } from 'node:fs'
import { ensureInstalled } from './lib/install.mjs'
import { at, runInForeground, script } from './lib/workspace.mjs'

/* node scripts/server.mjs <command> [arguments] — runs server/src/command/<command>.ts on Node 24. */

script(async () => {
  const [command = '', ...args] = process.argv.slice(2)
  const file = at('server', 'src', 'command', `${command}.ts`)
  if (!/^[a-z-]+$/.test(command) || !existsSync(file)) throw new Error(`没有命令 ${command}`)
  await ensureInstalled()
  await runInForeground([file, ...args])
})
