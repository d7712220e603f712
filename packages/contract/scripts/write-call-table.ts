import { writeFileSync } from 'node:fs'
import { callTable } from '../src/call-table.ts'
import { contract } from '../src/index.ts'

/** Writes the web's table of calls anew; run after each change of the contract. */
writeFileSync(new URL('../../../web/src/kernel/calls.gen.ts', import.meta.url), callTable(contract))
