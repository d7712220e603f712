import { type CodeOf, enumeration } from '../../enumeration.ts'

/** Kinds of suppliers' invoices, as far as they differ for the deduction of their tax. */
export const inputKinds = enumeration({
  special: [1, '专用发票'],
  usual: [2, '普通发票'],
  /** 机动车销售统一发票: of a car that was bought; deducted as a special invoice. */
  vehicle: [3, '机动车销售统一发票'],
  /** 通行费电子发票 with tax: deducted although it is no special invoice. */
  toll: [4, '通行费发票'],
})
export const inputKind = inputKinds.code
export type InputKind = CodeOf<typeof inputKinds>

/** Whether the tax of a supplier's invoice is deducted. */
export const inputStates = enumeration({
  none: [0, '不抵扣'],
  waiting: [1, '待勾选'],
  /** 勾选认证: chosen for the return of a month. */
  chosen: [2, '已勾选'],
})
export const inputState = inputStates.code
export type InputState = CodeOf<typeof inputStates>
