import { contract } from '@cheyi/contract/index'
import { assetState } from '@cheyi/domain/money/asset/codes'
import { implement } from '../../kernel/context.ts'
import { screen } from '../../kernel/screen.ts'
import { registerClosingPoint } from '../closing/actions.ts'
import { detail, exportAll, page } from './assets.ts'
import { disposalCancel, disposalReceive, dispose } from './disposals.ts'
import { loanAdd, loanCancel, loanRepay, loanRepayUndo } from './loans.ts'
import { saveSettings, settings } from './setting.ts'
import { carsToDisposeSql } from './store.ts'

export const asset = implement(contract.asset, {
  page,
  exportAll,
  detail,
  settings,
  saveSettings,
  dispose,
  disposalReceive,
  disposalCancel,
  loanAdd,
  loanRepay,
  loanRepayUndo,
  loanCancel,
})

registerClosingPoint('carsToDispose', {
  name: '已处置车辆未登记处置',
  hint: '登记处置日期和收入，否则继续列为资产',
  count: carsToDisposeSql,
  link: () => screen('asset.list', { state: String(assetState.toDispose) }),
})
