import { type CodeOf, enumeration } from '../enumeration.ts'

/** The two handovers; the same numbers stand on records, expenses and flows. */
export const handoverTypes = enumeration({ pickup: [0, '取车'], return: [1, '还车'] })
export const handoverType = handoverTypes.code
export type HandoverType = CodeOf<typeof handoverTypes>

/** Which readings a handover asks for. */
export const fuelKinds = enumeration({ oil: [1, '燃油'], electric: [2, '纯电'], hybrid: [3, '混动'] })
export const fuelKind = fuelKinds.code
export type FuelKind = CodeOf<typeof fuelKinds>

/** Check of a customer's own record by the store. */
export const recordVerifies = enumeration({ waiting: [0, '待商家验车'], passed: [1, '通过'], refused: [2, '驳回'] })
export const recordVerify = recordVerifies.code
