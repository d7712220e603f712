import type { Scene } from '../world/scene/scene.ts'
import { idsOf, type Samples } from './sample-ids.ts'

/* Accounts at banks, lines of their statements, and matches. */

export function bankSamples(scene: Scene): Pick<Samples, 'bank'> {
  const id = idsOf(scene)
  const line = (name: string) => id(`bankLine.${name}`)
  return {
    bank: {
      accountCreate: [
        { kind: 1, name: '招商银行徐汇支行', accountNo: '121909876510199', openingOn: '2026-11-01', opening: 0 },
      ],
      accountEdit: [
        { accountId: id('bankAccount.toEdit'), version: 1, name: '工行闵行', openingOn: '2026-11-01', opening: 500 },
      ],
      page: [{ group: 'open', accountId: id('bankAccount'), keyword: '租车' }],
      detail: [{ lineId: line('open') }, { lineId: line('matched') }],
      entries: [{}, { lineId: line('open') }],
      days: [{ month: '2026-11' }],
      match: [
        { lineIds: [line('toPair'), line('pair')], txnIds: [] },
        { lineIds: [line('toMatch')], txnIds: [id('bankTxn')] },
        {
          lineIds: [line('toArrive')],
          txnIds: [],
          arrived: { storeId: id('store.hongqiao'), account: 'pos_clearing', fee: 0 },
        },
      ],
      undo: [{ matchId: id('bankMatch'), reason: '对方不是这家公司' }],
      exclude: [{ lineId: line('toExclude'), version: 1, reason: '工资' }],
      include: [{ lineId: line('toInclude'), version: 1 }],
      importCheck: [{ accountId: id('bankAccount'), mediaId: id('table') }],
      importConfirm: [{ jobId: id('bankTrial'), mode: 'validOnly' }],
    },
  }
}
