import { buildWhenChanged } from './build.mjs'
import { at, ended, spawnNode } from './workspace.mjs'

/** Bundles the server when its sources differ from those of the last build. */
export function ensureServerBuilt() {
  return buildWhenChanged({
    name: 'server',
    sources: ['server/src', 'server/rolldown.config.ts', 'packages/domain', 'packages/contract', 'package-lock.json'],
    result: at('server', 'dist', 'main.mjs'),
    async build() {
      console.info('正在构建服务器…')
      const args = [at('node_modules', 'rolldown', 'bin', 'cli.mjs'), '-c', 'rolldown.config.ts']
      // What it says of a build that went well is of no use; errors go the other way.
      const build = spawnNode(args, { cwd: at('server'), stdio: ['ignore', 'ignore', 'inherit'] })
      if ((await ended(build)) !== 0) throw new Error('服务器构建失败')
    },
  })
}
