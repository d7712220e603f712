import { contract } from '@cheyi/contract/index'
import { implement } from '../../kernel/context.ts'
import { ages, agesExport } from './ages.ts'
import { writeOff } from './write-off.ts'

export const debt = implement(contract.debt, { ages, agesExport, writeOff })
