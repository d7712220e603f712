import { machine } from '../step.ts'
import { agreementStatuses, agreementType, agreementStatus as s } from './codes.ts'

/**
 * One rental paper. A signed one is never edited: another car or period and an undone pickup void it, its file
 * kept, and changes make a new paper. Photographed paper is final at once.
 */
export const agreementSteps = machine(agreementStatuses, {
  entry: [s.none, s.waiting, s.paper],
  final: [s.void, s.paper, s.signed],
  refusal: 'agreementSigned',
  steps: {
    generate: { from: [s.none], to: s.waiting, by: 'order.agreement' },
    /** The merchant's own file, which waits for nobody's hand. */
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
    /** The order got another car or period before the pickup. */
    supersede: { from: [s.waiting, s.signed, s.expired, s.paper], to: s.void, by: 'order.agreement' },
    /** The pickup it belongs to was undone. */
    undo: { from: [s.waiting, s.signed, s.expired, s.paper], to: s.void, by: 'order.undo' },
    /** The renewal it is of was taken back, the paper made or not. */
    takeBack: { from: [s.none, s.waiting, s.signed, s.expired, s.paper], to: s.void, by: 'renewal.create' },
    /** The earlier end it is of was taken back, the paper made or not. */
    goOn: { from: [s.none, s.waiting, s.signed, s.expired, s.paper], to: s.void, by: 'longOrder.terminate' },
  },
})

/** Good enough to hand the car over. */
export const isBinding = (status: number): boolean => status === s.signed || status === s.paper

/** Sent to the customer and not answered yet. */
export const isPending = (status: number): boolean => status === s.waiting

/** It is known that there has to be one, and nobody made it yet. */
export const isUnmade = (status: number): boolean => status === s.none

/** Its link still shows it: it waits, or was signed. */
export const isReadable = (status: number): boolean => status === s.waiting || status === s.signed

/** Replaced or undone. */
export const isVoid = (status: number): boolean => status === s.void

/** It waits from what it is of on, and is made and signed by itself: that of a handover goes with the handover. */
export const isOwnPaper = (type: number): type is (typeof ownPapers)[number] => ownPapers.some((one) => one === type)

const ownPapers = [agreementType.swap, agreementType.renewal, agreementType.end] as const
