import { machine } from '../../step.ts'
import { agreementStatuses, agreementType, agreementStatus as s } from './codes.ts'

/**
 * State machine of a rental document. A signed document is never edited: a change of car or period, or an undone
 * pickup, voids it (the file is stored on) and a new document is made. A photographed one is final at once.
 */
export const agreementSteps = machine(agreementStatuses, {
  entry: [s.none, s.waiting, s.paper],
  final: [s.void, s.paper, s.signed],
  refusal: 'agreementSigned',
  steps: {
    generate: { from: [s.none], to: s.waiting, by: 'order.agreement' },
    /** The merchant's own file, which needs no signature. */
    seal: { from: [s.none], to: s.signed, by: 'order.agreement' },
    photograph: { from: [s.none], to: s.paper, by: 'order.agreement' },
    sign: {
      from: [s.waiting],
      to: s.signed,
      by: 'system',
      refuses: { [s.expired]: 'linkExpired', [s.void]: 'linkExpired' },
    },
    /** 72 hours after it was sent. */
    expire: { from: [s.waiting], to: s.expired, by: 'system' },
    replace: { from: [s.waiting, s.expired], to: s.void, by: 'order.agreement' },
    /** The car or the period of the order changed before the pickup. */
    supersede: { from: [s.waiting, s.signed, s.expired, s.paper], to: s.void, by: 'order.agreement' },
    /** The pickup was undone. */
    undo: { from: [s.waiting, s.signed, s.expired, s.paper], to: s.void, by: 'order.undo' },
    /** The renewal was taken back, whether or not the document was made. */
    takeBack: { from: [s.none, s.waiting, s.signed, s.expired, s.paper], to: s.void, by: 'renewal.create' },
    /** The early end was taken back, whether or not the document was made. */
    goOn: { from: [s.none, s.waiting, s.signed, s.expired, s.paper], to: s.void, by: 'longOrder.terminate' },
  },
})

/** Sufficient to hand the car over. */
export const isBinding = (status: number): boolean => status === s.signed || status === s.paper

/** Sent to the customer and not signed yet. */
export const isPending = (status: number): boolean => status === s.waiting

/** The document is required and not made yet. */
export const isUnmade = (status: number): boolean => status === s.none

/** Its link still shows it: pending or signed. */
export const isReadable = (status: number): boolean => status === s.waiting || status === s.signed

export const isVoid = (status: number): boolean => status === s.void

/** Documents that are made and signed apart from a handover; those of a handover are part of its confirmation. */
export const isOwnPaper = (type: number): type is (typeof ownPapers)[number] => ownPapers.some((one) => one === type)

const ownPapers = [agreementType.swap, agreementType.renewal, agreementType.end] as const
