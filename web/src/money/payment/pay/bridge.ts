import type { calls, OutputOf } from '../../../kernel/call/calls.ts'

type BridgeCall = NonNullable<OutputOf<typeof calls.payment.payByLink>['bridge']>

/** What WeChat gives to pages that are open in it. */
interface WeixinBridge {
  invoke(name: string, params: BridgeCall['params'], done: () => void): void
}
declare global {
  interface Window {
    readonly WeixinJSBridge?: WeixinBridge
  }
}

/** Asks WeChat, and waits until the customer is back: whether they agreed is what WeChat tells the shop, never this page. */
export async function invoke({ name, params }: BridgeCall): Promise<void> {
  const bridge = window.WeixinJSBridge ?? (await ready())
  await new Promise<void>((done) => bridge.invoke(name, params, done))
}

const ready = () =>
  new Promise<WeixinBridge>((found) => {
    document.addEventListener('WeixinJSBridgeReady', () => found(window.WeixinJSBridge!), { once: true })
  })
