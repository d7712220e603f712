import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { callTable } from '../src/call-table.ts'
import { forms, formTable, tableFile } from '../src/form-table.ts'
import { contract } from '../src/index.ts'

/** Writes the web's table of calls and those of its forms anew; run after each change of the contract. */
writeFileSync(new URL('../../../web/src/kernel/calls.gen.ts', import.meta.url), callTable(contract))

const folder = new URL('../../../web/src/form/calls/', import.meta.url)
mkdirSync(folder, { recursive: true })
for (const file of readdirSync(folder)) rmSync(new URL(file, folder))
for (const form of forms) writeFileSync(new URL(tableFile(form), folder), formTable(contract, form))
