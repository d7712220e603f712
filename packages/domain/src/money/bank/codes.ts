import { type CodeOf, enumeration } from '../../enumeration.ts'

/** The merchant's own accounts: at a bank, or the balance that a payment provider holds for it. */
export const bankKinds = enumeration({
  bank: [1, '银行账户'],
  wechat: [2, '微信商户号'],
  alipay: [3, '支付宝账户'],
})
export const bankKind = bankKinds.code
export type BankKind = CodeOf<typeof bankKinds>

export const bankLineStates = enumeration({
  open: [0, '待匹配'],
  matched: [1, '已匹配'],
  /** It is the merchant's money, but of nothing that these books have: wages, taxes, rent of the shop. */
  outside: [2, '账外'],
})
export const bankLineState = bankLineStates.code
export type BankLineState = CodeOf<typeof bankLineStates>

/** What kind of movement a line is: of a bank always a transfer. */
export const bankNatures = enumeration({
  transfer: [0, '转账'],
  /** A payment, refund or fee of a provider: the bill of its day has it, line by line. */
  trade: [1, '交易'],
  /** From the provider to the merchant's bank. */
  withdrawal: [2, '提现'],
})
export const bankNature = bankNatures.code
export type BankNature = CodeOf<typeof bankNatures>
