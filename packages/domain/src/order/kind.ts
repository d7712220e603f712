import { type CodeOf, enumeration } from '../enumeration.ts'

/** Immutable for the life of an order. */
export const orderKinds = enumeration({ short: [1, '短租'], long: [2, '长租'] })
export const orderKind = orderKinds.code
export type OrderKind = CodeOf<typeof orderKinds>
