import type { PayPort } from '../../kernel/pay-port.ts'
import type { Config } from '../../kernel/process/config.ts'
import { alipayClient } from './alipay/client.ts'
import { inspect } from './inspect.ts'
import { GATEWAY, paySimulator } from './simulator/simulator.ts'
import { payerPage } from './simulator/trades.ts'
import { wechatClient } from './wechat/client.ts'

/**
 * The payment providers: the vendors on an installation with a public address (they send notifications to
 * `PUBLIC_URL`), on a demo a simulator over the same protocol, otherwise none.
 */
export function openPay(
  { simulators, dataDir, vendors }: Pick<Config, 'simulators' | 'dataDir' | 'vendors'>,
  now: () => number,
): PayPort {
  if (simulators === 'off') {
    const app = { authorize: vendors.wechatAuthorize, api: () => vendors.wechat }
    return {
      inspect,
      provider: (account, renew) =>
        account.provider === 'alipay'
          ? alipayClient(account, { gateway: () => vendors.alipay, page: vendors.alipay, now })
          : wechatClient(account, { base: () => vendors.wechatPay, app, now, renew }),
    }
  }
  const simulator = paySimulator({ dataDir, now })
  return { ...simulatedPay(simulator.url, now), simulator, close: simulator.close }
}

/** Both providers with a simulator in their place, which may run in another process. */
export const simulatedPay = (url: () => Promise<string>, now: () => number): PayPort => ({
  inspect,
  provider: (account, renew) =>
    account.provider === 'alipay'
      ? alipayClient(account, {
          gateway: async () => `${await url()}${GATEWAY}`,
          page: `/api/simulation/v1/pay${GATEWAY}`,
          now,
        })
      : wechatClient(account, {
          base: url,
          app: { authorize: '/api/simulation/v1/pay/authorize', api: url },
          now,
          renew,
          confirmPage: payerPage,
        }),
})
