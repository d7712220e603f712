import { contract } from '@cheyi/contract/index'
import { implement } from '../../kernel/context.ts'
import { detail, exportAll, list, ofOrders } from './list.ts'
import { issue, reverse, save, withdraw } from './save.ts'

export const invoice = implement(contract.invoice, {
  list,
  exportAll,
  detail,
  ofOrders,
  save,
  issue,
  withdraw,
  reverse,
})
