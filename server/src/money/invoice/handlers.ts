import { contract } from '@cheyi/contract/index'
import { implement } from '../../kernel/context.ts'
import { screen } from '../../kernel/screen.ts'
import { isCountedBySql } from '../../platform/todo/actions.ts'
import { batchExport } from './batch.ts'
import { detail, exportAll, list, ofOrders } from './list.ts'
import { issue, reverse, save, withdraw } from './save.ts'
import { redDueSql } from './store.ts'

export const invoice = implement(contract.invoice, {
  list,
  exportAll,
  batchExport,
  detail,
  ofOrders,
  save,
  issue,
  withdraw,
  reverse,
})

isCountedBySql<number>('redInvoice', redDueSql, (count) => [
  { name: '待红冲发票', count, link: screen('invoice.list', { redDue: '1' }) },
])
