import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { type Files, isGone } from './files.ts'

/** Files below a folder, only readable by the user of the server. Several servers share it. */
export function diskFiles(folder: string): Files {
  const fileOf = (name: string) => {
    if (!/^[\w/.-]+$/.test(name) || name.includes('..')) throw new Error('unexpected media path')
    return join(folder, name)
  }
  return {
    async write(name, bytes) {
      const file = fileOf(name)
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      await writeFile(`${file}${DRAFT}`, bytes, { flush: true, mode: 0o600 })
      await rename(`${file}${DRAFT}`, file)
    },
    read: async (name) => readFile(fileOf(name)),
    remove: async (name) => rm(fileOf(name), { force: true }),
    async *names(under = '') {
      const entries = await readdir(join(folder, under), { recursive: true, withFileTypes: true }).catch(
        (error: unknown) => {
          if (!isGone(error)) throw error
          return []
        },
      )
      for (const entry of entries)
        if (entry.isFile() && !entry.name.endsWith(DRAFT))
          yield relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/')
    },
  }
}

/** Suffix of a file while it is being written. */
const DRAFT = '.part'
