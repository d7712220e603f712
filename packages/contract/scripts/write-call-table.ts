import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { contract } from '../src/index.ts'
import { callTables } from '../src/kernel/call-table.ts'
import { formsOf, formTable, tableFile } from '../src/kernel/form-table.ts'
import { importedForms, web } from './web-forms.ts'

/** Generates the web's tables of calls and forms; run it after each change of the contract and for each new form. */
renew(new URL('kernel/call/features/', web), callTables(contract))
renew(
  new URL('form/calls/', web),
  new Map(formsOf(contract, importedForms()).map((form) => [tableFile(form), formTable(contract, form)])),
)

/** Replaces all files of a folder. */
function renew(folder: URL, files: ReadonlyMap<string, string>): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of files) writeFileSync(new URL(name, folder), text)
}
