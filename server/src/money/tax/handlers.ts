import { contract } from '@cheyi/contract/index'
import { implement } from '../../kernel/context.ts'
import { screen } from '../../kernel/screen.ts'
import { importCalls } from '../../platform/table-import/actions.ts'
import { isCountedBySql } from '../../platform/todo/actions.ts'
import { inputImport, makeInputTemplate } from './import/work.ts'
import { waitingCountSql } from './input-store.ts'
import {
  inputAdd,
  inputChoose,
  inputExclude,
  inputExport,
  inputInclude,
  inputs,
  inputTakeBack,
  inputVoid,
} from './inputs.ts'
import { documents, file, returns, saveSettings, settings, taxReturn, withdraw } from './return.ts'
import { returnExport } from './return-export.ts'

export const tax = implement(contract.tax, {
  inputs,
  inputExport,
  inputAdd,
  inputChoose,
  inputTakeBack,
  inputExclude,
  inputInclude,
  inputVoid,
  settings,
  saveSettings,
  returns,
  taxReturn,
  documents,
  returnExport,
  file,
  withdraw,
  ...importCalls(makeInputTemplate, inputImport),
})

isCountedBySql<number>(
  'inputInvoice',
  waitingCountSql,
  (count) => [{ name: '待勾选进项发票', count, link: screen('tax.inputs', { state: '1' }) }],
  { also: 'data.money', whole: true },
)
