import type { Scene } from '../world/scene/scene.ts'
import { idsOf, type Samples } from './sample-ids.ts'

/* The ledger of a month, its vouchers, and invoices. */

export function bookSamples(scene: Scene): Pick<Samples, 'bookkeeping' | 'closing' | 'invoice'> {
  const id = idsOf(scene)
  const order = (name: string) => ({ orderId: id(`order.${name}`) })
  return {
    bookkeeping: {
      months: [{}],
      list: [{}],
      make: [{ month: '2026-10' }],
      exportAll: [{ month: '2026-10', format: 'kingdee' }],
      auditorExport: [{ month: '2026-10' }],
      accounts: [{}],
      saveAccount: [{ account: 'bank', code: '100201', name: '银行存款-工行', version: 0 }],
    },
    closing: {
      close: [{ month: '2026-10' }],
      accept: [{ month: '2026-10', kind: 'openTolls', count: 3, reason: '等待服务商补发账单' }],
      balanceExport: [{ month: '2026-10' }],
    },
    invoice: {
      list: [{ keyword: '云途', status: 0, redDue: false }],
      exportAll: [{ status: 1 }],
      batchExport: [{ keyword: '云途' }],
      detail: [{ id: id('invoice') }],
      ofOrders: [order('ready'), { receiptId: id('receipt') }],
      save: [
        {
          title: '云途科技有限公司',
          taxNo: '91350100M000100Y43',
          receiptId: id('receipt'),
          orders: [{ ...order('toPay'), amount: 10 }],
        },
      ],
      issue: [
        { id: id('invoice'), number: '26317000000012345678', issuedOn: '2026-11-20', fileIds: [id('invoiceFile')] },
      ],
      withdraw: [{ id: id('invoiceToWithdraw') }],
      reverse: [
        { id: id('invoiceIssued'), number: '26317000000012345679', issuedOn: '2026-11-20', fileIds: [id('redFile')] },
      ],
    },
  }
}
