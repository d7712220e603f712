import { type CodeOf, enumeration } from '../../enumeration.ts'

export const agreementStatuses = enumeration({
  none: [0, '未生成'],
  waiting: [1, '待签署'],
  signed: [2, '已签署'],
  expired: [3, '已过期'],
  void: [4, '已作废'],
  paper: [5, '纸质已上传'],
})
export const agreementStatus = agreementStatuses.code
export type AgreementStatus = CodeOf<typeof agreementStatuses>

/** How the customer opened the page on which they signed. */
export const signWays = enumeration({
  sms: [1, '短信链接'],
  qr: [2, '扫码'],
  here: [3, '门店手机'],
})
export const signWay = signWays.code

const contracts = {
  pickup: [1, '取车合同'],
  return: [2, '还车合同'],
  renewal: [3, '续租合同'],
  long: [4, '长租合同'],
  swap: [5, '换车补充协议'],
  end: [7, '提前终止协议'],
} as const

/** Documents that are made from a template and signed by the customer. */
export const contractTypes = enumeration(contracts)
export type ContractType = CodeOf<typeof contractTypes>

/** All documents of an order. `pack` is the evidence file of a dispute: no contract, sealed by the merchant alone. */
export const agreementTypes = enumeration(contracts, { pack: [6, '举证文件'] })
export const agreementType = agreementTypes.code
export type AgreementType = CodeOf<typeof agreementTypes>

/** Contracts under which a car is handed over: one for each kind of order. */
export const leaseTypes = [agreementType.pickup, agreementType.long] as const
export type LeaseType = (typeof leaseTypes)[number]
export const isLease = (type: number): type is LeaseType => leaseTypes.some((one) => one === type)

/** The evidence file needs no customer's signature. */
export const isPack = (type: AgreementType): type is typeof agreementType.pack => type === agreementType.pack
