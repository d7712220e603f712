import type { calls, OutputOf } from '../../../kernel/call/calls.ts'

type BridgeCall = NonNullable<OutputOf<typeof calls.payment.payByLink>['bridge']>

/** The interface that WeChat offers to a page opened inside it. */
interface WeixinBridge {
  invoke(name: string, params: BridgeCall['params'], done: () => void): void
}
declare global {
  interface Window {
    readonly WeixinJSBridge?: WeixinBridge
  }
}

/**
 * Opens a WeChat dialog and waits until the customer returns. The result is not used, because WeChat notifies the server of it and
 * the page cannot be trusted.
 */
export async function invoke({ name, params }: BridgeCall): Promise<void> {
  const bridge = window.WeixinJSBridge ?? (await ready())
  await new Promise<void>((done) => bridge.invoke(name, params, done))
}

const ready = () =>
  new Promise<WeixinBridge>((found) => {
    document.addEventListener('WeixinJSBridgeReady', () => found(window.WeixinJSBridge!), { once: true })
  })
