import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
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
      const draft = `${file}${DRAFT}`
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      try {
        await writeFile(draft, bytes, { flush: true, mode: 0o600 })
        await rename(draft, file)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    read: async (name) => readFile(fileOf(name)),
    remove: async (name) => rm(fileOf(name), { force: true }),
    async *names(under = '') {
      for await (const name of all(under)) if (!name.endsWith(DRAFT)) yield name
    },
    async *writtenBefore(before, under) {
      for await (const name of all(under)) {
        const changed = await stat(fileOf(name)).catch(unlessGone)
        if (changed && changed.mtimeMs < before) yield name
      }
    },
  }

  async function* all(under: string) {
    const entries = await readdir(join(folder, under), { recursive: true, withFileTypes: true }).catch(unlessGone)
    for (const entry of entries ?? [])
      if (entry.isFile()) yield relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/')
  }
}

function unlessGone(error: unknown): undefined {
  if (!isGone(error)) throw error
}

/** Suffix of a file while it is being written. */
const DRAFT = '.part'
