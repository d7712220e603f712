import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { contract } from '../src/index.ts'
import { callTables } from '../src/kernel/call-table.ts'
import { formTables } from '../src/kernel/form-table.ts'

/*
 * Generates the web's tables of calls, and of the forms whose files are its arguments. A file that says the same keeps its time,
 * so that nothing is built anew for it.
 */
const web = new URL('../../../web/src/', import.meta.url)
renew(new URL('kernel/call/features/', web), callTables(contract))
renew(new URL('form/calls/', web), formTables(contract, process.argv.slice(2)))

function renew(folder: URL, files: ReadonlyMap<string, string>): void {
  mkdirSync(folder, { recursive: true })
  const before = readdirSync(folder)
  for (const name of before) if (!files.has(name)) rmSync(new URL(name, folder))
  for (const [name, text] of files) {
    const file = new URL(name, folder)
    if (!before.includes(name) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text)
  }
}
