import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { buildWhenChanged, filesIn } from './build.mjs'
import { ensureGenerated } from './generated.mjs'
import { at, ended, spawnNode } from './workspace.mjs'

const dist = at('web', 'dist')

/** Calls go to the server that serves the pages, unless another environment is named. */
export const webEnv = { VITE_ENVIRONMENT: process.env.VITE_ENVIRONMENT || 'local' }

/** Builds the web application when its sources differ from those of the last build. */
export async function ensureWebBuilt() {
  await ensureGenerated()
  await buildWhenChanged({
    name: 'web',
    settings: `${webEnv.VITE_ENVIRONMENT} ${process.env.VITE_API_HOST}`,
    sources: ['web', 'packages/domain', 'packages/contract', 'packages/open-client', 'package-lock.json'],
    result: at('web', 'dist', 'index.html'),
    async build() {
      console.info('正在构建前端…')
      const vite = [at('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn']
      // The application first, which empties the folder; then, apart from it, the document of the open API, and the booking page of
      // merchants with its part for the server. Whoever builds may be a test, for which packages would give their code for development.
      const builds = [
        { folder: at('web') },
        { folder: at('web', 'docs') },
        { folder: at('web', 'site') },
        { folder: at('web', 'site'), more: ['--ssr'] },
      ]
      for (const { folder, more = [] } of builds)
        if (
          (await ended(spawnNode([...vite, ...more], { cwd: folder, env: { ...webEnv, NODE_ENV: 'production' } }))) !==
          0
        )
          throw new Error('前端构建失败')
      await compressFolder(dist)
    },
  })
}

const compressible = /\.(js|css|svg|json|webmanifest|txt|map)$/

/**
 * Puts `.br` and `.gz` beside each file worth it, at the strongest setting: the server compresses nothing it serves.
 * @param {string} folder
 */
async function compressFolder(folder) {
  const compress = [
    { suffix: '.gz', run: (/** @type {Buffer} */ bytes) => promisify(gzip)(bytes, { level: 9 }) },
    {
      suffix: '.br',
      run: (/** @type {Buffer} */ bytes) =>
        promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    },
  ]
  const files = (await filesIn(folder)).filter((file) => compressible.test(file))
  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file)
      if (bytes.length < 1024) return
      for (const { suffix, run } of compress) await writeFile(`${file}${suffix}`, await run(bytes))
    }),
  )
}
