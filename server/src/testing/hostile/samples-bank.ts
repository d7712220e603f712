import type { Scene } from '../world/scene/scene.ts'
import { TEST_TAX_NO } from '../world/scene/tax.ts'
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

/** Payees, their bills, and payment runs. */
/** Cars as assets, their disposals and loans. */
export function assetSamples(scene: Scene): Pick<Samples, 'asset'> {
  const id = idsOf(scene)
  const loan = (name: string) => ({ loanId: id(`loan.${name}`), version: 1 })
  const disposal = (name: string) => ({ disposalId: id(`disposal.${name}`), version: 1 })
  return {
    asset: {
      page: [{ keyword: '沪', state: 1, month: '2026-10' }],
      exportAll: [{ month: '2026-10' }],
      detail: [{ vehicleId: id('asset.sold') }],
      saveSettings: [{ posted: true, from: '2026-11', reason: '会计要求', version: 0 }],
      dispose: [
        {
          ...{ vehicleId: id('asset.toDispose'), disposedOn: '2026-11-18', proceeds: 4_000_000, taxKind: 1 },
          ...{ buyer: '张先生', received: true },
        },
      ],
      disposalReceive: [disposal('toReceive')],
      disposalCancel: [{ ...disposal('toCancel'), reason: '金额录错' }],
      loanAdd: [{ vehicleId: id('asset.toLend'), lender: '上汽金融', principal: 5_000_000, takenOn: '2026-11-01' }],
      loanRepay: [{ ...loan('toRepay'), amount: 100_000, paidOn: '2026-11-18' }],
      loanRepayUndo: [{ repaymentId: id('loan.repayment'), reason: '重复登记' }],
      loanCancel: [{ ...loan('toCancel'), reason: '录错' }],
    },
  }
}

export function payableSamples(scene: Scene): Pick<Samples, 'payable'> {
  const id = idsOf(scene)
  const bill = (name: string) => ({ billId: id(`bill.${name}`), version: 1 })
  const run = (name: string, version: number) => ({ runId: id(`run.${name}`), version })
  return {
    payable: {
      payees: [{ keyword: '供应商' }],
      payeeAdd: [{ kind: 2, name: '新保险公司', accountNo: '6222020200998877665' }],
      payeeEdit: [{ payeeId: id('payee.toEdit'), version: 1, name: '改名供应商', accountNo: '6222020200998877664' }],
      bills: [{ keyword: '供应商', payeeId: id('payee') }],
      billsExport: [{ payeeId: id('payee') }],
      bill: [{ billId: id('bill.paid') }],
      billAdd: [
        {
          payeeId: id('payee'),
          amount: 77_777_722,
          billNo: 'ZD-7001',
          what: '配件',
          billedOn: '2026-11-02',
          mediaIds: [id('payableVoucher.bill')],
        },
      ],
      billEdit: [{ ...bill('toEdit'), billNo: 'ZD-7002', what: '改用途', dueOn: '2026-12-31' }],
      billCancel: [{ ...bill('toCancel'), reason: '重复登记' }],
      pay: [{ ...bill('toPay'), amount: 100, payWay: 4, slipNo: 'BANK-7101', voucherIds: [id('payableVoucher.paid')] }],
      payUndo: [{ paymentId: id('billPayment'), reason: '银行退回' }],
      unbilledCosts: [{ payeeId: id('payee') }],
      billCosts: [
        {
          payeeId: id('payee'),
          costs: [{ origin: 1, refId: id('payableTicket'), amount: 44_500 }],
          mediaIds: [id('payableVoucher.costs')],
          what: '维修',
          billedOn: '2026-11-02',
        },
      ],
      runs: [{ state: 2 }],
      run: [{ runId: id('run.toFile') }],
      runCreate: [{ bills: [{ billId: id('bill.toRun'), amount: 77_777_721 }], note: '本周付款' }],
      runSubmit: [run('toSubmit', 1)],
      runDecide: [{ ...run('toDecide', 2), pass: false, note: '先核对' }],
      runFile: [{ runId: id('run.toFile') }],
      runPay: [{ ...run('toPay', 3), slipNo: 'BANK-7102' }],
      runCancel: [{ ...run('toDrop', 2), reason: '下周再付' }],
    },
  }
}

/** Suppliers' invoices, and returns of value-added tax. */
export function taxSamples(scene: Scene): Pick<Samples, 'tax'> {
  const id = idsOf(scene)
  const input = (name: string) => ({ inputId: id(`input.${name}`), version: 1 })
  return {
    tax: {
      inputs: [{ state: 1, kind: 1, keyword: '维修', month: '2026-11' }],
      inputExport: [{ state: 1 }],
      inputAdd: [
        {
          ...{ kind: 1, number: '26317000000100000099', seller: '上海浦江汽车维修有限公司', issuedOn: '2026-11-18' },
          ...{ buyerName: scene.w.merchantName, buyerTaxNo: TEST_TAX_NO, net: 100_000, tax: 13_000 },
        },
      ],
      inputChoose: [{ inputIds: [id('input.toChoose')], month: '2026-11' }],
      inputTakeBack: [input('chosen')],
      inputExclude: [input('toExclude')],
      inputInclude: [input('toInclude')],
      inputVoid: [{ ...input('toVoid'), reason: '登记错误' }],
      saveSettings: [
        { threshold: 30_000_000, cityBp: 700, halved: true, carry: 0, posted: false, reason: '顾问意见', version: 0 },
      ],
      taxReturn: [{ from: '2026-10-01' }],
      documents: [
        { from: '2026-10-01', of: 'income', rateBp: 100 },
        { from: '2026-10-01', of: 'special', rateBp: 100 },
        { from: '2026-10-01', of: 'input', rateBp: 0 },
      ],
      returnExport: [{ from: '2026-10-01' }],
      file: [{ from: '2026-10-01', version: 'unseen' }],
      withdraw: [{ from: '2026-04-01', reason: '更正' }],
      importCheck: [{ mediaId: id('table') }],
      importConfirm: [{ jobId: id('inputTrial'), mode: 'validOnly' }],
    },
  }
}
