/* The interface that WeChat offers to a page that is open inside it. */

interface Answer {
  readonly err_msg?: string
}

interface WeixinBridge {
  invoke(name: string, params: Readonly<Record<string, unknown>>, done: (answer?: Answer) => void): void
}
declare global {
  interface Window {
    readonly WeixinJSBridge?: WeixinBridge
  }
}

export const isInWechat = (agent: string): boolean => /MicroMessenger/i.test(agent)

/**
 * Calls a function of WeChat and waits for its answer.
 * @returns false where WeChat says that the person left a dialog of it, or that it failed
 */
export async function invokeInWechat(name: string, params: Readonly<Record<string, unknown>>): Promise<boolean> {
  const bridge = window.WeixinJSBridge ?? (await ready())
  const answer = await new Promise<Answer | undefined>((done) => bridge.invoke(name, params, done))
  return !/:(cancel|fail)/.test(answer?.err_msg ?? '')
}

const ready = () =>
  new Promise<WeixinBridge>((found) => {
    document.addEventListener('WeixinJSBridgeReady', () => found(window.WeixinJSBridge!), { once: true })
  })
