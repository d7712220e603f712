import { type CodeOf, enumeration } from '../../enumeration.ts'

/** The two handovers; records, charges and flows use the same numbers. */
export const handoverTypes = enumeration({ pickup: [0, '取车'], return: [1, '还车'] })
export const handoverType = handoverTypes.code
export type HandoverType = CodeOf<typeof handoverTypes>

/** Which readings a handover needs. */
export const fuelKinds = enumeration({ oil: [1, '燃油'], electric: [2, '纯电'], hybrid: [3, '混动'] })
export const fuelKind = fuelKinds.code
export type FuelKind = CodeOf<typeof fuelKinds>

/** The store's check of a customer's self-service record. */
export const recordVerifies = enumeration({ waiting: [0, '待商家验车'], passed: [1, '通过'], refused: [2, '驳回'] })
export const recordVerify = recordVerifies.code
