import type { Scene } from '../world/scene/scene.ts'
import { idsOf, type Samples } from './sample-ids.ts'

/* The ledger of a month, its vouchers, invoices, what is written off and what is paid back. */

export function bookSamples(
  scene: Scene,
): Pick<Samples, 'bookkeeping' | 'closing' | 'debt' | 'invoice' | 'reimbursement'> {
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
    debt: {
      ages: [{ storeId: id('store.hongqiao'), age: 2 }],
      agesExport: [{ storeId: id('store.hongqiao') }],
      writeOff: [{ ...order('back'), amount: 100, reason: '客户失联', voucherIds: [id('writeOffVoucher')] }],
    },
    reimbursement: {
      list: [order('back')],
      save: [
        {
          ...order('back'),
          kind: 2,
          reasonCode: 4,
          items: [{ name: '拖车', amount: 2_000, photoIds: [id('receiptPhoto')] }],
          payMode: 4,
          payeeName: '周明轩',
          payeeTail: '0622',
        },
        {
          ...order('out'),
          kind: 1,
          reasonCode: 1,
          items: [{ code: 'supplement', refId: id('supplementPaid'), amount: 100 }],
          payMode: 3,
        },
      ],
      approve: [{ id: id('reimbursement'), pass: true }],
      pay: [{ id: id('reimbursementToPay'), payWay: 4, voucherIds: [id('payoutVoucher')] }],
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
