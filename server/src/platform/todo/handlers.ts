import { contract } from '@cheyi/contract/index'
import { implement } from '../../kernel/context.ts'
import { todoCounts } from './counters.ts'
import { assign, refundTasks } from './refund-task.ts'

export const todo = implement(contract.todo, { counts: todoCounts, refundTasks, assign })
