import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A program of the machine, or of Debian's packages unpacked into a folder.
 * @type {(name: string, packages: readonly string[], folder: string) => string | undefined}
 */
export function debianProgram(name, packages, folder) {
  const known = ['/usr/bin', '/usr/sbin', '/usr/local/bin'].map((place) => join(place, name)).find(existsSync)
  if (known !== undefined) return known
  try {
    mkdirSync(folder, { recursive: true })
    execFileSync('apt-get', ['download', '-q', ...packages], { cwd: folder, stdio: 'pipe' })
    for (const file of readdirSync(folder).filter((one) => one.endsWith('.deb')))
      execFileSync('dpkg', ['-x', file, '.'], { cwd: folder, stdio: 'pipe' })
  } catch {
    return undefined
  }
  return ['usr/bin', 'usr/sbin'].map((place) => join(folder, place, name)).find(existsSync)
}
