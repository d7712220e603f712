import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { contract } from '../src/index.ts'
import { callTable } from '../src/kernel/call-table.ts'
import { forms, formTable, tableFile } from '../src/kernel/form-table.ts'

/** Writes the web's table of calls and those of its forms anew; run after each change of the contract. */
writeFileSync(new URL('../../../web/src/kernel/call/calls.gen.ts', import.meta.url), callTable(contract))

const folder = new URL('../../../web/src/form/calls/', import.meta.url)
mkdirSync(folder, { recursive: true })
for (const file of readdirSync(folder)) rmSync(new URL(file, folder))
for (const form of forms) writeFileSync(new URL(tableFile(form), folder), formTable(contract, form))
