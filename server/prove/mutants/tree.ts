import { execFile } from 'node:child_process'
import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Copies the files of the workspace, as they stand, and its packages: faults are planted there, so that a run that is killed leaves none
 * behind.
 * @returns a function that writes a file of the copy
 */
export async function copyTree(root: string, tree: string): Promise<(path: string, text: string) => Promise<void>> {
  await rm(tree, { recursive: true, force: true })
  const { stdout } = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
  })
  for (const path of stdout.split('\0').filter(Boolean)) {
    await mkdir(dirname(join(tree, path)), { recursive: true })
    // A file that git still lists may have been deleted.
    await cp(join(root, path), join(tree, path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
  }
  // Links within node_modules lead to the packages of the copy only where the folder itself is one.
  for (const folder of ['node_modules', 'web/node_modules'])
    await cp(join(root, folder), join(tree, folder), { recursive: true, verbatimSymlinks: true })
  return async (path, text) => {
    const file = join(tree, path)
    await writeFile(`${file}.new`, text)
    await rename(`${file}.new`, file)
  }
}
