import { randomBytes } from 'node:crypto'
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * A secret of this installation, made once (32 random bytes, hex) and kept in `DATA_DIR/keys/<name>`, readable by
 * the server's user alone. Whoever copies DATA_DIR copies its keys.
 */
export async function keptSecret(dataDir: string, name: string): Promise<string> {
  const folder = join(dataDir, 'keys')
  const file = join(folder, name)
  const kept = await readSecret(file)
  if (kept !== undefined) return kept
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o700)
  // Written beside and linked into place: neither a crash nor a second process leaves half a key or replaces one.
  const draft = `${file}.${randomBytes(4).toString('hex')}`
  await writeFile(draft, randomBytes(32).toString('hex'), { mode: 0o600, flush: true })
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
  return readFile(file, 'utf8')
}

/** Whether the secret was made already. */
export async function hasSecret(dataDir: string, name: string): Promise<boolean> {
  return (await readSecret(join(dataDir, 'keys', name))) !== undefined
}

async function readSecret(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}
