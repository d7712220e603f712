import { buildWhenChanged } from './build.mjs'
import { at, ended, spawnNode } from './workspace.mjs'

/** Bundles the server when its sources differ from those of the last build. */
export const ensureServerBuilt = () => ensureBundled('server', 'rolldown.config.ts', 'main.mjs')

/**
 * The same of the server that tests have end itself; it lies beside, and goes when the server is built anew.
 * @internal for tests alone
 */
export const ensureMortalBuilt = () => ensureBundled('mortal', 'rolldown.mortal.config.ts', 'mortal.mjs')

/**
 * @param {string} name under which the state of its sources is kept
 * @param {string} config of rolldown, in the server's folder
 * @param {string} result in `server/dist`
 */
function ensureBundled(name, config, result) {
  return buildWhenChanged({
    name,
    sources: ['server/src', `server/${config}`, 'packages/domain', 'packages/contract', 'package-lock.json'],
    result: at('server', 'dist', result),
    async build() {
      console.info('正在构建服务器…')
      const args = [at('node_modules', 'rolldown', 'bin', 'cli.mjs'), '-c', config]
      // What it says of a build that went well is of no use; errors go the other way.
      const build = spawnNode(args, { cwd: at('server'), stdio: ['ignore', 'ignore', 'inherit'] })
      if ((await ended(build)) !== 0) throw new Error('服务器构建失败')
    },
  })
}
