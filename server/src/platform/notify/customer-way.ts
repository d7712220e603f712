import type { Kernel } from '../../kernel/http/pipeline.ts'
import { awaitRegistration } from '../../kernel/registrations.ts'

/* The way besides text messages by which a customer may be reached. The feature that knows the customer registers it. */

/** A message to a customer that is due. */
export interface CustomerText {
  readonly kind: string
  readonly orderId: string | null
  readonly mobile: string
  readonly merchant: string
}

/** @returns whether the message has arrived; a text message is sent otherwise */
type CustomerWay = (kernel: Kernel, merchantId: string, text: CustomerText) => Promise<boolean>

const byTextAlone: CustomerWay = async () => false
let registered = byTextAlone
awaitRegistration(() => (registered === byTextAlone ? ['customerWay'] : []))

export const registerCustomerWay = (way: CustomerWay): void => {
  registered = way
}

export const arrivesElsewhere: CustomerWay = (...text) => registered(...text)
