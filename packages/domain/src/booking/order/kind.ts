import { type CodeOf, enumeration } from '../../enumeration.ts'

/** Fixed when an order is created. */
export const orderKinds = enumeration({ short: [1, '短租'], long: [2, '长租'] })
export const orderKind = orderKinds.code
export type OrderKind = CodeOf<typeof orderKinds>
