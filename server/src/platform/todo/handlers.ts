import { contract } from '@cheyi/contract/index'
import { implement } from '../../kernel/context.ts'
import { todoCounts } from './counters.ts'
import { assign, paybacks } from './payback.ts'

export const todo = implement(contract.todo, { counts: todoCounts, paybacks, assign })
